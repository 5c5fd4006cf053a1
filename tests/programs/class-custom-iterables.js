// Ranges, grids, trees and lazy pipelines as iterables.
class Range {
  constructor(start, end, step = 1) { Object.assign(this, { start, end, step }); }
  *[Symbol.iterator]() { for (let v = this.start; this.step > 0 ? v < this.end : v > this.end; v += this.step) yield v; }
  get length() { return Math.max(0, Math.ceil((this.end - this.start) / this.step)); }
}
class Lazy {
  constructor(source) { this.source = source; }
  static from(source) { return new this(source); }
  #then(f) { const source = this.source; return new Lazy({ [Symbol.iterator]: () => f(source) }); }
  map(f) { return this.#then(function* (s) { let i = 0; for (const v of s) yield f(v, i++); }); }
  filter(f) { return this.#then(function* (s) { for (const v of s) if (f(v)) yield v; }); }
  take(n) { return this.#then(function* (s) { if (n < 1) return; let i = 0; for (const v of s) { yield v; if (++i >= n) return; } }); }
  chunk(n) { return this.#then(function* (s) { let c = []; for (const v of s) { c.push(v); if (c.length === n) { yield c; c = []; } } if (c.length) yield c; }); }
  [Symbol.iterator]() { return this.source[Symbol.iterator](); }
}
const pulled = []; const source = function* () { let n = 0; while (true) { pulled.push(n); yield n++; } };
const pipeline = Lazy.from(source()).filter((n) => n % 3 === 0).map((n) => n * n).take(4).chunk(3);
return { range: [...new Range(0, 10, 3)], down: Array.from(new Range(3, 0, -1)), length: new Range(0, 10, 3).length, chunks: [...pipeline], pulled, zip: [...new Range(0, 3)].map((v, i) => [v, "abc"[i]]), entries: [...new Map(Object.entries({ a: 1 })).entries()], spread: Math.max(...new Range(1, 5)), nested: [...(function* flat(x) { Array.isArray(x) ? yield* x.flatMap((y) => [...flat(y)]) : yield x; })([1, [2, [3, [4]]]])] };
