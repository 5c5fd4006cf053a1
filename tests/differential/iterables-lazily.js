const range = (a, b, s = 1) => ({ *[Symbol.iterator]() { for (let i = a; i < b; i += s) yield i; }, get length() { return Math.max(0, Math.ceil((b - a) / s)); } }); const lazy = (it) => ({ map: (f) => lazy((function* () { for (const x of it) yield f(x); })()), filter: (f) => lazy((function* () { for (const x of it) if (f(x)) yield x; })()), take: (n) => lazy((function* () { if (n <= 0) return; let i = 0; for (const x of it) { yield x; if (++i >= n) return; } })()), [Symbol.iterator]: () => it[Symbol.iterator]() });
out(() => [...lazy(range(0, Infinity)).map((x) => log(x) * 2).filter((x) => x % 3 === 0).take(2)]);
out(() => [...range(0, 10, 3), range(0, 10, 3).length]);
out(() => { const fibs = function* () { let [a, b] = [0, 1]; for (;;) { yield a; [a, b] = [b, a + b]; } }; return fibs().filter((x) => x % 2).take(5).toArray(); });
out(() => Array.from(range(1, 4), (x) => x ** 2));
out(() => { const [a, ...r] = range(5, 8); return [a, r]; });
out(() => new Set(range(0, 3)).size);
out(() => { const it = range(0, 2)[Symbol.iterator](); return [it.next(), it.return("early"), it.next()]; });
out(() => { function* tree(t) { if (!t) return; yield* tree(t.l); yield t.v; yield* tree(t.r); } return [...tree({ v: 2, l: { v: 1 }, r: { v: 3, r: { v: 4 } } })]; });
