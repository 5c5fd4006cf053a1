const tag2 = (s, ...v) => [s, s.raw, v];
out(() => tag2`a${1}\n${2}c`);
out(() => tag2`\u{zz}${0}`.slice(1));
out(() => { const f = () => tag2``; return f() !== f() && f()[0] === f()[0]; });
out(() => Object.isFrozen(tag2`x`[0]));
out(() => `${1}${"a"}${null}${[1, 2]}${{}}`);
out(() => `line
two \
joined`);
out(() => String.raw`a\n${1}\u`);
out(() => `a${`b${`c`}`}`);
out(() => `${{ toString: () => "ts", valueOf: () => "vo" }}`);
out(() => "" + { toString: () => "ts", valueOf: () => "vo" });
