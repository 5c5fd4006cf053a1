let __count = 0, __ticks = 0;
const __max = 4000;
function tick() { if (++__ticks > __max) throw new RangeError("E:ticks"); }
function clip(s) { return typeof s === "string" && s.length > 60 ? s.slice(0, 60) : s; }
function clipn(n) { return typeof n === "bigint" ? BigInt.asIntN(200, n) : n; }
function clipa(a) { return Array.isArray(a) && a.length > 12 ? a.slice(0, 12) : a; }
function __name(e) {
  try {
    if (e === null || typeof e !== "object") return describe(e);
    const m = String(e.message);
    return `${e.name}${m.startsWith("E:") ? `(${m})` : ""}`;
  } catch { return "error"; }
}
function describe(v, depth = 0, seen = []) {
  try { return __describe(v, depth, seen); } catch (e) { return `!${__name(e)}`; }
}
function __key(k) { return typeof k === "symbol" ? k.toString() : /^[A-Za-z_$][\w$]*$/.test(k) ? k : JSON.stringify(k); }
function __number(v) { return Object.is(v, -0) ? "-0" : String(v); }
function __describe(v, depth, seen) {
  switch (typeof v) {
    case "string": return JSON.stringify(v);
    case "number": return __number(v);
    case "bigint": return `${v}n`;
    case "symbol": return v.toString();
    case "undefined": case "boolean": return String(v);
  }
  if (v === null) return "null";
  const own = Object.getOwnPropertyDescriptor(v, "constructor")?.value;
  if (typeof own === "function" && own.prototype === v && / \{ \[native code\] }$/.test(Function.prototype.toString.call(own))) return `prototype of ${own.name}`;
  const at = seen.indexOf(v);
  if (at >= 0) return `^${at}`;
  if (depth > 5) return "…";
  seen = [...seen, v];
  const inner = (x) => describe(x, depth + 1, seen);
  let head = "", skip = [];
  if (typeof v === "function") {
    if (/\[native code\] }$/.test(Function.prototype.toString.call(v)) && !v.name.startsWith("bound ")) return `native ${v.name}`;
    const f = Object.getOwnPropertyDescriptor(v, "prototype");
    head = `ƒ${f ? (f.writable ? "w" : "r") : ""}`;
    skip = ["prototype"];
  } else if (Array.isArray(v)) {
    head = "[";
    for (let i = 0; i < v.length && i < 60; i++) {
      const d = Object.getOwnPropertyDescriptor(v, i);
      head += `${i ? ", " : ""}${!d ? "·" : d.get || d.set ? "accessor" : inner(d.value)}`;
    }
    head += `]${v.length > 60 ? `+${v.length - 60}` : ""}`;
  } else if (v instanceof Map) head = `Map{${[...Map.prototype.entries.call(v)].map(([k, x]) => `${inner(k)} => ${inner(x)}`).join(", ")}}`;
  else if (v instanceof Set) head = `Set{${[...Set.prototype.values.call(v)].map(inner).join(", ")}}`;
  else if (v instanceof Date) head = `Date(${__number(Date.prototype.getTime.call(v))})`;
  else if (v instanceof RegExp) head = `${RegExp.prototype.toString.call(v)}`;
  else if (v instanceof Error) { head = `Error ${__name(v)}`; skip = ["stack", "message"]; }
  else if (v instanceof Promise) head = "Promise";
  else if (v instanceof String || v instanceof Number || v instanceof Boolean || v instanceof Symbol || v instanceof BigInt) head = `Boxed ${describe(v.valueOf())}`;
  const proto = Object.getPrototypeOf(v);
  skip.push("stack");
  let tag = "";
  if (proto === null) tag = "null:";
  else if (proto !== Object.prototype && proto !== Array.prototype && proto !== Function.prototype) {
    const c = Object.getOwnPropertyDescriptor(proto, "constructor");
    tag = c && typeof c.value === "function" ? `${String(c.value.name)}:` : `proto(${String(Object.prototype.toString.call(v))}):`;
  }
  const keys = Reflect.ownKeys(v).filter((k) => !skip.includes(k) && !(Array.isArray(v) && (k === "length" || /^\d+$/.test(String(k)))));
  const props = keys.slice(0, 30).map((k) => {
    const d = Object.getOwnPropertyDescriptor(v, k);
    if (!d) return `${__key(k)}?`;
    const flags = `${d.enumerable ? "" : "e"}${d.configurable ? "" : "c"}${"value" in d && !d.writable ? "w" : ""}`;
    return `${__key(k)}${flags ? `!${flags}` : ""}: ${d.get ? "get" : ""}${d.set ? "set" : ""}${"value" in d ? inner(d.value) : ""}`;
  });
  const state = Object.isFrozen(v) ? "F" : Object.isSealed(v) ? "S" : Object.isExtensible(v) ? "" : "X";
  return `${tag}${head}${props.length || !head ? `{${props.join(", ")}}` : ""}${state}`;
}
function out(f) {
  const id = __count++;
  let text;
  try { text = describe(f()); } catch (e) { text = `throws ${__name(e)}`; }
  print(`${id}: ${text}`);
}
async function outAsync(f) {
  const id = __count++;
  let text;
  try { text = describe(await f()); } catch (e) { text = `throws ${__name(e)}`; }
  print(`${id}: ${text}`);
}
function log(v) { print(`log ${describe(v)}`); return v; }
function note(text, v) { print(`${text}`); return v; }
// Consumers that end whatever the iterable does.
function take(n, it) { const r = []; for (const x of it) { r.push(x); if (r.length >= n) break; } return r; }
async function takeAsync(n, it) { const r = []; for await (const x of it) { r.push(x); if (r.length >= n) break; } return r; }
async function settle() { for (let i = 0; i < 60; i++) await null; }
// An iterable that tells what is done with it.
function loud(name, values, extra = {}) {
  return { [Symbol.iterator]() {
    print(`${name} open`); let i = 0;
    return {
      next(...a) { tick(); print(`${name} next ${a.length}`); return i < values.length ? { value: values[i++], done: false } : { value: "end", done: true }; },
      return(v) { print(`${name} return`); return extra.badReturn ? extra.badReturn() : { value: v, done: true }; },
      ...(extra.throw ? { throw(e) { print(`${name} throw ${describe(e)}`); return extra.throw(e); } } : {}),
    };
  } };
}
function loudAsync(name, values) {
  return { [Symbol.asyncIterator]() {
    print(`${name} open`); let i = 0;
    return {
      async next() { tick(); print(`${name} next`); return i < values.length ? { value: values[i++], done: false } : { value: "end", done: true }; },
      async return(v) { print(`${name} return`); return { value: v, done: true }; },
    };
  } };
}
// A proxy that tells which traps run.
function spy(target, name = "p") {
  return new Proxy(target, new Proxy({}, { get(_, trap) {
    return (...args) => { tick(); print(`${name}.${trap}${typeof args[1] === "string" || typeof args[1] === "symbol" ? ` ${String(args[1])}` : ""}`); return Reflect[trap](...args); };
  } }));
}
// An object whose conversions tell that they run.
function conv(name, prim) {
  return {
    [Symbol.toPrimitive](hint) { print(`${name} ${hint}`); return prim; },
  };
}
function conv2(name, a, b) {
  return { valueOf() { print(`${name} valueOf`); return a; }, toString() { print(`${name} toString`); return b; } };
}
// What the grammar refers to.
const scratch = { n: 1, arr: [1, 2, 3] };
function tag(s, ...v) { return s.raw.join("|") + v.map(String).join("/") + s.length; }
function* gen(x) { tick(); const r = yield x; yield [r, x]; return "ret"; }
function* iterof(n) { for (let i = 0; i < n; i++) yield i; }
const fcurry = (a) => (b) => [a, b];
class Klass { #h = 0; static count = 0; v; constructor(v) { this.v = v; Klass.count++; } get h() { return this.#h; } set h(x) { this.#h = x; } inc(n = 1) { this.#h += n; return this; } static make(...a) { return new this(...a); } static isKlass(o) { return #h in o; } toString() { return "K"; } *[Symbol.iterator]() { yield this.v; yield this.#h; } }
class Sub extends Klass { w = "w"; constructor(v) { super([v]); } inc(n) { return super.inc(n).inc(2); } get h() { return super.h * 10; } set h(x) { super.h = x; } }
class MyError extends Error { constructor(m, o) { super(m, o); this.name = "MyError"; } }
