// structuredClone of many kinds.
const out = {};
const kind = (value) => Object.prototype.toString.call(value);
const source = { n: 1, s: "x", nil: null, u: undefined, nan: NaN, big: 10n, date: new Date(5), re: /a+/gi, list: [1, , 3], map: new Map([["k", { v: 1 }]]), set: new Set([1, "2"]), nested: { deep: [{ x: 1 }] } };
source.self = source;
source.shared = source.nested;
const copy = structuredClone(source);
out.kinds = Object.entries(copy).map(([key, value]) => [key, kind(value)]);
out.identity = [copy !== source, copy.self === copy, copy.shared === copy.nested, copy.nested !== source.nested, copy.map.get("k") !== source.map.get("k")];
out.values = [copy.u === undefined && "u" in copy, Number.isNaN(copy.nan), copy.big === 10n, copy.date.getTime(), String(copy.re), copy.re.lastIndex, 1 in copy.list, copy.list.length, [...copy.map.keys()], [...copy.set]];
const re = /x/y; re.lastIndex = 4;
out.lastIndex = structuredClone(re).lastIndex;
out.boxed = [kind(structuredClone(new Number(3))), structuredClone(new String("s")).length, structuredClone(Object(true)).valueOf(), structuredClone(Object(5n)).valueOf() === 5n];
class Point { constructor(x) { this.x = x; } get double() { return this.x * 2; } #secret = 1; }
const point = structuredClone(new Point(2));
out.instance = [point instanceof Point, point.constructor === Object, JSON.stringify(point)];
const errors = [new Error("e"), new TypeError("t", { cause: { c: 1 } }), new RangeError("r"), Object.assign(new Error("named"), { name: "Custom", extra: 1 })].map((error) => structuredClone(error));
out.errors = errors.map((error) => [error instanceof Error, error.constructor.name, error.name, error.message, error.cause ?? null, "extra" in error, typeof error.stack]);
class AppError extends Error { constructor(m) { super(m); this.name = "AppError"; this.code = 7; } }
const app = structuredClone(new AppError("boom"));
out.subclassed = [app.name, app.message, app.code ?? null, app.constructor.name, app instanceof AppError];
out.frozen = Object.isFrozen(structuredClone(Object.freeze({ a: 1 })));
out.accessor = JSON.stringify(Object.getOwnPropertyDescriptor(structuredClone({ get a() { return 5; } }), "a"));
out.symbols = Object.getOwnPropertySymbols(structuredClone({ [Symbol("s")]: 1, a: 1 })).length;
out.nullProto = Object.getPrototypeOf(structuredClone(Object.create(null))) === Object.prototype;
out.arrayExtra = (() => { const list = [1, 2]; list.name = "x"; const c = structuredClone(list); return [c.length, c.name, Array.isArray(c)]; })();
out.proto = Object.keys(structuredClone(Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true } })));
const bad = [() => 1, Symbol("s"), { f() {} }, new WeakMap(), Promise.resolve(1), (function* () {})(), new Proxy({}, {}), [Symbol.iterator], class {}, new WeakRef({}), new Map([[1, () => 1]])];
out.bad = bad.map((value) => { try { structuredClone(value); return "none"; } catch (error) { return [error.name, error.code]; } });
try { structuredClone({ get a() { throw new RangeError("from getter"); } }); } catch (error) { out.getter = [error.name, error.message]; }
try { structuredClone(); } catch (error) { out.missing = error.name; }
out.primitives = [structuredClone(1), structuredClone("x"), structuredClone(null), structuredClone(undefined) === undefined, Object.is(structuredClone(-0), -0)];
out.deep = (() => { let deep = {}; const root = deep; for (let i = 0; i < 500; i++) deep = deep.n = {}; let depth = 0; for (let at = structuredClone(root); at.n; at = at.n) depth++; return depth; })();
out.invalidDate = Number.isNaN(structuredClone(new Date(NaN)).getTime());
out.args = (function () { try { return kind(structuredClone(arguments)); } catch (error) { return error.name; } })(1, 2);
return out;
