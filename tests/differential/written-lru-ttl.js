// A program as models write them; see what it returns.
await outAsync(async () => {
class LRU { #m = new Map(); hits = 0; misses = 0; constructor(max, { ttl = Infinity, now = Date.now } = {}) { Object.assign(this, { max, ttl, now }); }
  get(k) { const e = this.#m.get(k); if (!e || this.now() > e.exp) { this.misses++; this.#m.delete(k); return undefined; } this.hits++; this.#m.delete(k); this.#m.set(k, e); return e.v; }
  set(k, v) { this.#m.delete(k); this.#m.set(k, { v, exp: this.now() + this.ttl }); while (this.#m.size > this.max) this.#m.delete(this.#m.keys().next().value); return this; }
  *[Symbol.iterator]() { for (const [k, { v }] of this.#m) yield [k, v]; }
  get size() { return this.#m.size; } get [Symbol.toStringTag]() { return 'LRU'; } toJSON() { return Object.fromEntries(this); } }
let t = 0; const c = new LRU(3, { ttl: 10, now: () => t });
c.set('a', 1).set('b', 2).set('c', 3); c.get('a'); c.set('d', 4); t = 5; const r1 = [...c]; c.set('a', 9); t = 12; const r2 = ['a', 'b', 'c', 'd'].map(k => c.get(k) ?? null);
const memo = (f, key = JSON.stringify) => { const m = new Map(); return Object.assign((...a) => { const k = key(a); return m.has(k) ? m.get(k) : (m.set(k, f(...a)), m.get(k)); }, { cache: m }); };
const fib = memo(n => n < 2n ? n : fib(n - 1n) + fib(n - 2n), ([n]) => n);
return [r1, r2, c.size, c.hits, c.misses, String(c), JSON.stringify(c), String(fib(120n)), fib.cache.size];
});
