for (const t of ['{"a":1,"a":2}', '[1,2', '{"a":}', '', 'tru', '"\\u00e9"', '"\t"', '1.', '.5', '-0', '1e5', '{"__proto__":{"x":1}}', ' [ ] ', '[1,]', '{,}', '"\\x"', 'null x', '\u00a01', '1e999', '123456789012345678901', '"\ud800"', '{"1":1,"0":0,"b":2,"a":1}', '01', '+1', 'NaN', '[[[[]]]]']) out(() => JSON.parse(t));
out(() => JSON.parse('{"a":[1,{"b":2}],"c":3}', function (k, v) { log([k, v]); return k === "b" ? undefined : v; }));
out(() => JSON.parse("[1,2,3]", (k, v) => k === "1" ? undefined : v));
out(() => JSON.parse('{"n":12345678901234567890}', (k, v, { source }) => k ? source : v));
out(() => JSON.parse(null));
out(() => JSON.parse(undefined));
out(() => JSON.parse({ toString: () => "[1]" }));
out(() => { const o = JSON.parse('{"__proto__":1}'); return [Object.keys(o), Object.getPrototypeOf(o) === Object.prototype]; });
out(() => JSON.parse('{"a":{"b":1}}', function (k, v) { if (k === "a") this.z = 1; return v; }));
