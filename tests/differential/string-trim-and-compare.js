out(() => ["\ufeff\u00a0 a \u2003\u3000".trim(), " a ".trimStart(), " a ".trimEnd(), "\u200ba".trim().length, "\u180ea".trim().length]);
out(() => ["a" < "b", "B" < "a", "10" < "9", "10" < 9, "é" > "z", "😀" > "\uffff", "" < "a"]);
out(() => ["a".concat(1, null, undefined, [2]), "abc".search("c"), "a.c".search(/\./), "x".codePointAt(5), String.fromCharCode(0x1F600), String.fromCodePoint(0x1F600, 97)]);
out(() => String.fromCodePoint(-1));
out(() => [String(null), String([1, [2, 3]]), String({}), String(Symbol("q")), `${[]}`, String(() => 1)]);
out(() => `${Symbol("x")}`);
out(() => "" + Object.create(null));
out(() => [new String("ab").length, Object.keys(new String("ab")), "ab" == new String("ab"), typeof new String("")]);
