// A pool that runs at most n tasks at once, in order.
async function pool(items, limit, worker) {
  const results = new Array(items.length); let next = 0, active = 0, peak = 0;
  const lane = async () => { while (next < items.length) { const at = next++; active++; peak = Math.max(peak, active); try { results[at] = { ok: await worker(items[at], at) }; } catch (error) { results[at] = { error: error.message }; } finally { active--; } } };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return { results, peak };
}
const started = [], finished = [];
const tick = async (n) => { for (let i = 0; i < n; i++) await null; };
const { results, peak } = await pool([5, 1, 3, 0, 2], 2, async (n, i) => { started.push(i); await tick(n); if (n === 3) throw new Error(`bad ${n}`); finished.push(i); return n * 10; });
return { results, peak, started, finished, empty: (await pool([], 3, async () => 1)).results };
