out(() => { const [a, , b = "d", ...r] = loud("x", [1, 2, undefined, 4, 5]); return [a, b, r]; });
out(() => { const [] = loud("e", [1]); });
out(() => { const [a] = loud("n", []); return a; });
out(() => { const [a] = { [Symbol.iterator]: () => ({ next: () => 5 }) }; });
out(() => { for (const x of { [Symbol.iterator]: () => 5 }); });
out(() => { for (const x of { [Symbol.iterator]() { return { next() { return { get done() { log("done"); return false; }, get value() { log("value"); return 1; } }; }, get return() { log("get return"); return undefined; } }; } }) break; });
out(() => { const o = {}; [o.a, ...o.b] = loud("as", [1, 2, 3]); return o; });
out(() => { [(() => { throw new Error("E:t"); })().x] = loud("th", [1]); });
