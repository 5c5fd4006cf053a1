// Token bucket and sliding window over a simulated clock.
class Clock { #t = 0; now = () => this.#t; advance(ms) { this.#t += ms; return this; } }
class Bucket { constructor({ capacity, perSecond, now }) { Object.assign(this, { capacity, perSecond, now, tokens: capacity, last: now() }); } take(n = 1) { const t = this.now(); this.tokens = Math.min(this.capacity, this.tokens + ((t - this.last) / 1000) * this.perSecond); this.last = t; if (this.tokens < n) return { ok: false, retryAfter: Math.ceil(((n - this.tokens) / this.perSecond) * 1000) }; this.tokens -= n; return { ok: true, left: +this.tokens.toFixed(3) }; } }
class Window { #hits = []; constructor(limit, ms, now) { this.limit = limit; this.ms = ms; this.now = now; } hit() { const t = this.now(); while (this.#hits.length && this.#hits[0] <= t - this.ms) this.#hits.shift(); return this.#hits.length < this.limit && !!this.#hits.push(t); } }
const clock = new Clock(), bucket = new Bucket({ capacity: 3, perSecond: 2, now: clock.now }), win = new Window(2, 1000, clock.now);
const log = []; for (const wait of [0, 0, 0, 0, 250, 250, 1000, 0, 0]) { clock.advance(wait); const r = bucket.take(); log.push([clock.now(), r.ok, r.left ?? r.retryAfter, win.hit()]); }
const backoff = (attempt, { base = 100, max = 5000, jitter = () => 0.5 } = {}) => Math.min(max, base * 2 ** attempt) * (0.5 + jitter() / 2);
return { log, backoff: Array.from({ length: 8 }, (_, i) => backoff(i)) };
