class List { #head = null; #n = 0; add(v) { this.#head = { v, next: this.#head }; this.#n++; return this; } *[Symbol.iterator]() { for (let n = this.#head; n; n = n.next) yield n.v; } get size() { return this.#n; } static from(it) { const l = new List(); for (const v of it) l.add(v); return l; } map(f) { return List.from([...this].map(f)); } toJSON() { return [...this]; } } out(() => [...List.from([1, 2, 3])]);
out(() => JSON.stringify({ l: List.from("abc") }));
out(() => Math.max(...List.from([4, 9, 2])));
out(() => { const [first, ...rest] = List.from([1, 2, 3]).map((x) => x * 10); return [first, rest]; });
out(() => new Map(List.from([["a", 1], ["b", 2]])));
out(() => Object.fromEntries(List.from([["a", 1]])));
