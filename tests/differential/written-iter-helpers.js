// A program as models write them; see what it returns.
await outAsync(async () => {
function* nat(n = 0) { try { while (true) yield n++; } finally { log.push('closed'); } }
const log = [];
const r = [];
r.push(nat().filter(n => n % 3 === 0).map(n => n * n).drop(1).take(4).toArray());
r.push([...nat(1).flatMap(n => [n, -n]).take(5)]);
r.push(nat().take(5).reduce((a, b) => a + b), nat().some(n => n > 10), nat().take(3).every(n => n < 3), nat().find(n => n * n > 50));
r.push(Iterator.from({ next: () => ({ done: false, value: 7 }) }).take(2).toArray());
const seen = []; nat().take(3).forEach((v, i) => seen.push([v, i])); r.push(seen);
r.push(new Map([['a', 1], ['b', 2]]).entries().map(([k, v]) => `${k}=${v}`).toArray().join('&'));
r.push(new Set([1, 2, 3]).values().filter(x => x & 1).toArray(), 'héllo'.matchAll(/l/g).map(m => m.index).toArray());
for (const bad of [-1, NaN, 'x']) try { nat().take(bad); } catch (e) { r.push(`${e.name}`); }
const zip = function* (...its) { const iters = its.map(i => i[Symbol.iterator]()); while (true) { const rs = iters.map(i => i.next()); if (rs.some(x => x.done)) return; yield rs.map(x => x.value); } };
r.push([...zip('abc', [1, 2, 3, 4], new Set([true, false, null]))]);
const chunk = (n) => function* (it) { let b = []; for (const x of it) { b.push(x); if (b.length === n) { yield b; b = []; } } if (b.length) yield b; };
r.push([...chunk(2)([1, 2, 3, 4, 5])], Iterator.prototype[Symbol.toStringTag]);
r.push(Array.from(nat().take(3), x => x * 2), Math.max(...nat().take(4)), Object.fromEntries(nat().take(2).map(i => ['k' + i, i])));
return { r, log };
});
