// A program as models write them; see what it returns.
await outAsync(async () => {
const log = [];
class Limiter { #queue = []; #active = 0; constructor(max) { this.max = max; }
  run(fn) { return new Promise((resolve, reject) => { this.#queue.push({ fn, resolve, reject }); this.#next(); }); }
  #next() { if (this.#active >= this.max || !this.#queue.length) return; this.#active++; const { fn, resolve, reject } = this.#queue.shift(); Promise.resolve().then(fn).then(resolve, reject).finally(() => { this.#active--; this.#next(); }); }
  get stats() { return { active: this.#active, waiting: this.#queue.length }; } }
const tick = async (n) => { for (let i = 0; i < n; i++) await null; };
const lim = new Limiter(2);
const job = (id, n, fail) => lim.run(async () => { log.push(`start ${id} ${JSON.stringify(lim.stats)}`); await tick(n); log.push(`end ${id}`); if (fail) throw new Error(`job ${id} failed`); return id * 10; });
const res = await Promise.allSettled([job(1, 5), job(2, 2), job(3, 3, true), job(4, 1), job(5, 0)]);
return { log, res: res.map(r => r.status === 'fulfilled' ? r.value : r.reason.message), stats: lim.stats };
});
