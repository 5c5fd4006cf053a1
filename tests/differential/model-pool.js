// A program as models write them: pool.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const pool = async (n, tasks) => { const out = []; let i = 0, active = 0, peak = 0; await Promise.all(Array.from({ length: n }, async () => { while (i < tasks.length) { const k = i++; active++; peak = Math.max(peak, active); try { out[k] = { ok: await tasks[k]() }; } catch ({ message }) { out[k] = { err: message }; } finally { active--; } } })); return { out, peak }; };
const t = (v, k) => async () => { for (let j = 0; j < k; j++) await null; if (v % 3 === 0) throw new Error(`bad ${v}`); return v; }; show(await pool(2, [1, 2, 3, 4, 5].map((v) => t(v, 6 - v))));
const sem = (n) => { const q = []; let c = 0; return async (f) => { if (c >= n) await new Promise((r) => q.push(r)); c++; try { return await f(); } finally { c--; q.shift()?.(); } }; }; const order = []; const run = sem(1); await Promise.all([3, 1, 2].map((x) => run(async () => { for (let i = 0; i < x; i++) await 0; order.push(x); }))); show(order);
}
