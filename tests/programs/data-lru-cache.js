// An LRU cache over the order of a Map.
class Lru {
  #map = new Map(); #max; hits = 0; misses = 0;
  constructor(max) { this.#max = max; }
  get(key) {
    if (!this.#map.has(key)) { this.misses++; return undefined; }
    const value = this.#map.get(key);
    this.#map.delete(key); this.#map.set(key, value); this.hits++;
    return value;
  }
  set(key, value) {
    this.#map.delete(key); this.#map.set(key, value);
    if (this.#map.size > this.#max) this.#map.delete(this.#map.keys().next().value);
  }
  get keys() { return [...this.#map.keys()]; }
}
const cache = new Lru(3);
const compute = (n) => cache.get(n) ?? (cache.set(n, n * n), n * n);
const results = [1, 2, 3, 1, 4, 2, 5, 1].map(compute);
return { results, keys: cache.keys, hits: cache.hits, misses: cache.misses };
