// Mixins, observers through Proxy, validation, negative indices.
const Serializable = (Base) => class extends Base { serialize() { return JSON.stringify(this); } };
const Timestamped = (Base) => class extends Base { constructor(...args) { super(...args); this.at = 123; } };
class User { constructor(name) { this.name = name; } }
class Account extends Serializable(Timestamped(User)) {}
const changes = [];
const observe = (target, path = "") => new Proxy(target, {
  get(t, k, r) { const v = Reflect.get(t, k, r); return v && typeof v === "object" ? observe(v, `${path}${String(k)}.`) : v; },
  set(t, k, v, r) { changes.push(`${path}${String(k)}=${JSON.stringify(v)}`); return Reflect.set(t, k, v, r); },
  deleteProperty(t, k) { changes.push(`-${path}${String(k)}`); return Reflect.deleteProperty(t, k); },
});
const state = observe({ user: { name: "x", tags: [] }, n: 1 });
state.n++; state.user.name = "y"; state.user.tags.push("t"); delete state.n;
const typed = (schema) => new Proxy({}, { set(t, k, v) { if (typeof v !== schema[k]) throw new TypeError(`${String(k)} must be ${schema[k]}`); t[k] = v; return true; }, has: (t, k) => k in schema, ownKeys: () => Object.keys(schema), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) });
const t = typed({ age: "number" }); let error; try { t.age = "5"; } catch (e) { error = e.message; } t.age = 5;
const negative = (a) => new Proxy(a, { get: (o, k, r) => (typeof k === "string" && /^-\d+$/.test(k) ? o[o.length + Number(k)] : Reflect.get(o, k, r)) });
const memo = new Proxy(function (n) { return n * n; }, { apply: (f, self, args) => `called ${f(...args)}`, construct: () => ({ made: true }) });
return { json: new Account("Z").serialize(), changes, error, keys: Object.keys(t), has: "age" in t, last: negative([1, 2, 3])[-1], mapped: negative([1, 2]).map((x) => x + 1), memo: [memo(3), new memo().made], array: Array.isArray(observe([])) };
