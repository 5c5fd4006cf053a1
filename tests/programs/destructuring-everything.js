// Patterns of every kind, evaluation order, defaults.
const order = []; const t = (n, v) => (order.push(n), v);
const { [t("k1", "a")]: a = t("d1", 1), b: { c = t("d2", 2), ...restB } = {}, ...rest } = { b: { x: 9 }, y: 8, z: 7 };
const [p, , q = t("d3", 3), [r = 4, ...s] = [], ...u] = [1, 2, undefined, [undefined, 5, 6], 7, 8];
const target = {}; [target.x, target["y"], ...target.list] = new Set([1, 2, 3, 4]); ({ a: target.a, b: { 0: target.b0, length: target.len } } = { a: 5, b: "xyz" });
const f = ({ a: x = 10, ...others } = {}, [y, z = y] = [1], ...more) => [x, others, y, z, more];
const swap = ([x, y]) => [y, x]; let i = 0, list = [0, 0, 0]; [list[i++], list[i++]] = ["a", "b"];
const entries = Object.entries({ one: { v: 1 }, two: { v: 2 } }).map(([k, { v }]) => `${k}=${v}`);
const closed = []; const iter = { [Symbol.iterator]: () => ({ n: 0, next() { return { value: this.n++, done: false }; }, return() { closed.push("closed"); return {}; } }) }; const [i0, i1] = iter; const [] = iter;
const fn = (function ({ length }, { name } = function inner() {}) { return [length, name]; })("four");
for (const { id, tags: [firstTag = "none"] = [] } of [{ id: 1, tags: ["x"] }, { id: 2 }, { id: 3, tags: [] }]) entries.push(`${id}:${firstTag}`);
const nested = (({ data: { items: [{ name: firstName } = {}] = [] } = {} } = {}) => firstName ?? "?"); let errors = []; for (const bad of [() => { const { x } = undefined; }, () => { const [x] = null; }, () => { const [x] = {}; }, () => { (({ x }) => x)(); }]) try { bad(); } catch (e) { errors.push(e.name); }
return { a, c, restB, rest, p, q, r, s, u, target, order, f: [f(), f({ a: 1, b: 2 }, [3], 4, 5)], swap: swap([1, 2]), list, i, entries, closed, ii: [i0, i1], fn, nested: [nested(), nested({ data: {} }), nested({ data: { items: [{ name: "n" }] } })], errors, computed: (({ [`k${1 + 1}`]: v, [Symbol.for("s")]: w }) => [v, w])({ k2: "two", [Symbol.for("s")]: "sym" }), chained: (() => { let x, y; x = y = [1]; const z = ({ x } = { x: 5 }); return [x, y, z]; })() };
