// A program as models write them: generators and iterators.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
function* fib() { let [a, b] = [0n, 1n]; for (;;) { yield a; [a, b] = [b, a + b]; } }
show(fib().drop(90).take(3).toArray(), fib().filter((x) => x % 2n === 0n).map(String).take(5).toArray().join());
function* walk(t, path = []) { if (t == null) return 0; let n = 0; for (const [k, v] of Object.entries(t)) { yield [...path, k].join('/'); if (typeof v === 'object') n += yield* walk(v, [...path, k]); n++; } return n; }
const it = walk({ a: { b: 1, c: { d: 2 } }, e: null }); let r; while (!(r = it.next()).done) show(r.value); show('count', r.value);
const co = (gen) => { const g = gen(); let v; const out = []; for (let s = g.next(); !s.done; s = g.next(v)) { v = s.value * 2; out.push(v); } return out; }; show(co(function* () { const x = yield 1; const y = yield x + 1; try { yield y; } finally { show('cleanup'); } }));
const chunk = function* (xs, n) { let c = []; for (const x of xs) { c.push(x); if (c.length === n) { yield c; c = []; } } if (c.length) yield c; }; show([...chunk('abcdefg', 3)].map((c) => c.join('')));
const zip = (...its) => { const is = its.map((i) => i[Symbol.iterator]()); return Iterator.from({ next() { const rs = is.map((i) => i.next()); return rs.some((r) => r.done) ? { done: true, value: undefined } : { done: false, value: rs.map((r) => r.value) }; } }); }; show([...zip([1, 2, 3], 'ab', new Set([true, false]))], zip([1], [2]).toArray());
outer: for (const x of [1, 2, 3, 4]) { for (let y = 0; ; y++) { if (y > x) continue outer; if (x * y === 6) { show('found', x, y); break outer; } } }
blk: { if (fib().next().value === 0n) break blk; show('never'); }
const lazy = { *[Symbol.iterator]() { try { yield* [1, 2, 3]; } finally { show('closed'); } } }; const [first, ...rest] = lazy; const [only] = lazy; show(first, rest, only);
show(Iterator.from([5, 1, 4]).reduce((a, b) => a + b), [1, 2, 3, 4].values().some((x) => x > 3), Iterator.from([[1, 2], [3]]).flatMap((x) => x).toArray(), [..."ab"].entries().toArray());
const perms = (xs) => xs.length < 2 ? [xs] : xs.flatMap((x, i) => perms(xs.toSpliced(i, 1)).map((p) => [x, ...p])); show(perms(['a', 'b', 'c']).map((p) => p.join('')).join());
switch (true) { case first > 5: show('big'); case first > 0: show('pos'); default: show('fall'); }
}
