// Stock movements replayed with errors collected.
class Stock {
  #levels = new Map();
  errors = [];
  apply({ type, sku, qty, at }) {
    const current = this.#levels.get(sku) ?? 0;
    switch (type) {
      case "in": this.#levels.set(sku, current + qty); break;
      case "out":
        if (qty > current) { this.errors.push(`${at}: ${sku} short by ${qty - current}`); break; }
        this.#levels.set(sku, current - qty);
        break;
      case "count": this.#levels.set(sku, qty); break;
      default: this.errors.push(`${at}: unknown type ${JSON.stringify(type)}`);
    }
    return this;
  }
  get snapshot() { return Object.fromEntries([...this.#levels].sort()); }
}
const movements = [["in", "B-1", 10], ["out", "B-1", 3], ["out", "A-2", 1], ["count", "A-2", 4], ["move", "B-1", 1], ["out", "B-1", 7]].map(([type, sku, qty], at) => ({ type, sku, qty, at }));
const stock = movements.reduce((s, m) => s.apply(m), new Stock());
return { levels: stock.snapshot, errors: stock.errors, empty: Object.entries(stock.snapshot).filter(([, n]) => n === 0).map(([k]) => k) };
