// Streams transformed by async generators.
const log = [];
async function* source(n) { try { for (let i = 0; i < n; i++) { await null; yield { i, text: "x".repeat(i) }; } } finally { log.push("source closed"); } }
const map = (f) => async function* (s) { for await (const v of s) yield f(v); };
const filter = (f) => async function* (s) { for await (const v of s) if (await f(v)) yield v; };
const batch = (n) => async function* (s) { let b = []; for await (const v of s) { b.push(v); if (b.length === n) { yield b; b = []; } } if (b.length) yield b; };
const take = (n) => async function* (s) { for await (const v of s) { if (n-- <= 0) return; yield v; } };
const pipe = (s, ...fs) => fs.reduce((acc, f) => f(acc), s);
const all = await Array.fromAsync(pipe(source(7), filter(async ({ i }) => i % 2 === 0), map(({ i, text }) => `${i}${text}`), batch(2)));
const some = await Array.fromAsync(pipe(source(100), take(2), map(({ i }) => i)));
async function* merge(...sources) { const its = sources.map((s) => s[Symbol.asyncIterator]()); const pending = new Map(its.map((it, k) => [k, it.next().then((r) => ({ k, r }))])); while (pending.size) { const { k, r } = await Promise.race(pending.values()); if (r.done) pending.delete(k); else { yield r.value.i + "abc"[k]; pending.set(k, its[k].next().then((r) => ({ k, r }))); } } }
const merged = (await Array.fromAsync(merge(source(2), source(3)))).sort();
const g = source(3); const queued = await Promise.all([g.next(), g.next(), g.return("stop"), g.next()]);
return { all, some, merged, queued: queued.map(({ value, done }) => [value?.i ?? value ?? null, done]), log };
