// Getters, setters, super chains, static inheritance, toString tags.
class A { static count = 0; static inc() { return ++this.count; } #v = 1; get v() { return this.#v; } set v(x) { if (x < 0) throw new RangeError("negative"); this.#v = x; } who() { return "A"; } }
class B extends A { static label = "b"; get v() { return super.v * 10; } set v(x) { super.v = x + 1; } who() { return `${super.who()}B`; } static inc() { return super.inc() * 100; } }
class C extends B { who = () => `${super.who()}C`; ["comp" + "uted"]() { return 1; } static { this.made = `${this.name}!`; } }
const c = new C(); c.v = 4;
const out = { v: c.v, who: c.who(), detached: [1].map(c.who)[0], inc: [A.inc(), B.inc(), C.inc()], counts: [A.count, B.count, C.count], own: [Object.hasOwn(B, "count"), Object.hasOwn(C, "count")], made: C.made, label: C.label, computed: c.computed(), proto: Object.getPrototypeOf(C) === B, names: [A, B, C].map((K) => K.name), keys: Object.keys(c), methods: Object.getOwnPropertyNames(B.prototype) };
try { c.v = -5; } catch (e) { out.error = e.message; }
try { A.prototype.v; } catch (e) { out.brand = e.name; }
return out;
