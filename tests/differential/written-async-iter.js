// A program as models write them; see what it returns.
await outAsync(async () => {
const log = []; async function* pages(n) { try { for (let p = 1; p <= n; p++) { await null; yield { page: p, items: Array.from({ length: 2 }, (_, i) => `p${p}i${i}`) }; } } finally { log.push('closed'); } }
async function* map(it, f) { for await (const x of it) yield f(x); } async function* flat(it) { for await (const x of it) yield* x; } async function* take(it, n) { if (n <= 0) return; for await (const x of it) { yield x; if (--n <= 0) return; } } const collect = async it => { const r = []; for await (const x of it) r.push(x); return r; };
const r1 = await collect(take(flat(map(pages(10), p => p.items)), 5)); const r2 = []; for await (const x of [Promise.resolve(1), 2, Promise.resolve(3)]) r2.push(x);
const merge = async function* (...its) { const m = new Map(its.map((it, i) => { const a = it[Symbol.asyncIterator](); return [i, a.next().then(r => ({ i, r, a }))]; })); while (m.size) { const { i, r, a } = await Promise.race(m.values()); if (r.done) m.delete(i); else { m.set(i, a.next().then(r => ({ i, r, a }))); yield r.value; } } };
const r3 = (await collect(merge(map(pages(2), p => p.page), map(pages(1), p => p.page * 10)))).sort((a, b) => a - b); let err; try { for await (const x of (async function* () { yield 1; throw new Error('mid'); })()) log.push(x); } catch (e) { err = e.message; }
const ag = pages(3); const n = [await ag.next(), await ag.return('x'), await ag.next()]; const q = (async function* () { yield 1; yield 2; })(); const conc = await Promise.all([q.next(), q.next(), q.next()]); const r4 = await Array.fromAsync(pages(2), p => p.page);
let rej = []; try { for await (const x of [Promise.reject(new Error('r'))]); } catch (e) { rej.push(e.message); }
return { r1, r2, r3, err, n, conc, log, r4, rej };
});
