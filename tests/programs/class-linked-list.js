// A linked list that is iterable, with private fields and symbols.
class List {
  #head = null; #size = 0;
  static of(...items) { const list = new List(); items.toReversed().forEach((i) => list.unshift(i)); return list; }
  get size() { return this.#size; }
  unshift(value) { this.#head = { value, next: this.#head }; this.#size++; return this; }
  *[Symbol.iterator]() { for (let n = this.#head; n; n = n.next) yield n.value; }
  reverse() { let prev = null; for (let n = this.#head; n; ) [n.next, prev, n] = [prev, n, n.next]; this.#head = prev; return this; }
  map(f) { return List.of(...[...this].map(f)); }
  remove(test) { const before = { next: this.#head }; for (let n = before; n.next; ) if (test(n.next.value)) { n.next = n.next.next; this.#size--; } else n = n.next; this.#head = before.next; return this; }
  get [Symbol.toStringTag]() { return "List"; }
  static [Symbol.hasInstance](value) { return #head in Object(value); }
}
const l = List.of(1, 2, 3, 4);
return { items: [...l], mapped: [...l.map((x) => x * x)], reversed: [...l.reverse()], removed: [...l.remove((x) => x % 2)], size: l.size, tag: `${l}`, max: Math.max(...l), instance: [l instanceof List, {} instanceof List, null instanceof List], destructured: (([a, ...rest]) => ({ a, rest }))(l) };
