// A program as models write them: lru.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
class LRU extends Map { #cap; constructor(cap, it) { super(); this.#cap = cap; if (it) for (const [k, v] of it) this.set(k, v); } get(k) { if (!this.has(k)) return; const v = super.get(k); this.delete(k); super.set(k, v); return v; } set(k, v) { this.delete(k); super.set(k, v); if (this.size > this.#cap) this.delete(this.keys().next().value); return this; } }
const c = new LRU(2, [['a', 1], ['b', 2]]); c.get('a'); c.set('c', 3); show([...c], c.size, c instanceof Map, `${c}`, c.get('b'));
}
