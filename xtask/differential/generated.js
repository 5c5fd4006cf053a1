// What only random programs need: they may show a value in any way, and some of what is shown is worded by the engine or
// left to it. The corpus shows these things as they are.
const __worded = (e) => { const m = String(e.message); return m.startsWith("E:") ? m : ""; };
for (const [name, value] of Object.entries({
  toString() { return Error.isError(this) ? `${this.name}: ${__worded(this)}` : "not an error"; },
  toJSON() { return Error.isError(this) ? { name: this.name, message: __worded(this), ...this } : this; },
})) Object.defineProperty(Error.prototype, name, { configurable: true, writable: true, value });
// An own accessor in V8, a data property here.
function bare(e) { delete e.stack; return e; }
spy = ((plain) => (target, name) => plain(Error.isError(target) ? bare(target) : target, name))(spy);
const __now = Date.now();
describe = ((plain) => (v, depth, seen) =>
  v instanceof Date && Math.abs(Date.prototype.getTime.call(v) - __now) < 60_000 ? "now" : plain(v, depth, seen))(describe);
const unescapeLatin = (s) => s.replace(/[^\0-\xff]/g, "");
// V8 takes an array without elements that cannot be extended for frozen, though its length can be written.
Object.isFrozen = ((plain) => (v) =>
  Array.isArray(v) && v.length === 0 && Object.getOwnPropertyDescriptor(v, "length")?.writable ? false : plain(v))(Object.isFrozen);
