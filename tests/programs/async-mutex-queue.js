// A mutex, a job queue, a debounced batch loader.
class Mutex { #tail = Promise.resolve(); run(task) { const result = this.#tail.then(task); this.#tail = result.catch(() => {}); return result; } }
class Loader { #batch = null; calls = []; constructor(fetchMany) { this.fetchMany = fetchMany; } load(id) { this.#batch ??= (() => { const b = { ids: [], promise: null }; b.promise = Promise.resolve().then(() => { this.#batch = null; this.calls.push([...b.ids]); return this.fetchMany([...new Set(b.ids)]); }); return b; })(); this.#batch.ids.push(id); return this.#batch.promise.then((m) => { if (!m.has(id)) throw new RangeError(`no ${id}`); return m.get(id); }); } }
const log = []; const m = new Mutex();
const job = (n, ticks) => async () => { log.push(`>${n}`); for (let i = 0; i < ticks; i++) await null; log.push(`<${n}`); if (n === 2) throw new Error("job 2"); return n; };
const jobs = await Promise.allSettled([m.run(job(1, 5)), m.run(job(2, 1)), m.run(job(3, 0))]);
const loader = new Loader(async (ids) => new Map(ids.filter((i) => i < 10).map((i) => [i, `item${i}`])));
const loaded = await Promise.allSettled([loader.load(1), loader.load(2), loader.load(1), loader.load(99)]);
const later = await loader.load(3);
return { log, jobs: jobs.map((j) => j.value ?? j.reason.message), loaded: loaded.map((j) => j.value ?? j.reason.message), later, calls: loader.calls };
