// Every kind of typed array: conversions, constructors, methods, and what generic code sees.
const out = {};
const fails = (work) => { try { return `no error: ${String(work())}`; } catch (error) { return error.name; } };
const numbers = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float16Array, Float32Array, Float64Array];
const bigs = [BigInt64Array, BigUint64Array];
const shown = (value) => (typeof value === "bigint" ? `${value}n` : Object.is(value, -0) ? "-0" : String(value));
const list = (array) => Array.from(array, shown).join(" ");
const TypedArray = Object.getPrototypeOf(Int8Array);

const samples = [0, -0, 1, -1, 127, 128, 255, 256, -129, 32768, 65535.9, 2 ** 31, 2 ** 32 + 5, -(2 ** 31) - 1, 0.5, 1.5, 2.5, 254.5, 1e300, -1e300, NaN, Infinity, -Infinity, 65504, 65519, 65520, 6e-8, 1.337, 16777217, 2 ** 53, "12", "x", null, undefined, true, [7], { valueOf: () => 9 }];
out.conversions = numbers.map((Kind) => `${Kind.name}: ${list(new Kind(samples))}`);
out.bigConversions = bigs.map((Kind) => `${Kind.name}: ${list(new Kind([0n, 1n, -1n, 2n ** 63n, 2n ** 64n + 5n, -(2n ** 70n) - 3n, true, "12", [8]]))}`);
out.bigRefused = [[1], [null], [undefined], ["x"], [Symbol()], [1.5]].map((values) => fails(() => new BigInt64Array(values)));
out.numberRefused = [[1n], [Symbol()]].map((values) => fails(() => new Uint8Array(values)));
out.sizes = [...numbers, ...bigs].map((Kind) => [Kind.name, Kind.length, Kind.BYTES_PER_ELEMENT, Kind.prototype.BYTES_PER_ELEMENT, Object.getPrototypeOf(Kind) === TypedArray, Object.prototype.toString.call(new Kind(1))]);
out.abstract = [TypedArray.name, TypedArray.length, fails(() => new TypedArray()), fails(() => TypedArray()), fails(() => Int8Array(1)), Object.getOwnPropertyNames(TypedArray.prototype).sort()];

const buffer = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;
out.views = [new Uint16Array(buffer), new Uint16Array(buffer, 2), new Uint16Array(buffer, 2, 2), new Uint8Array(buffer, 8), new Float64Array(buffer), new BigUint64Array(buffer), new Int32Array(buffer, 4, 0)].map((view) => [list(view), view.byteOffset, view.byteLength, view.length, view.buffer === buffer]);
out.viewsRefused = [() => new Uint16Array(buffer, 1), () => new Uint16Array(buffer, 10), () => new Uint16Array(buffer, 2, 4), () => new Uint16Array(new ArrayBuffer(3)), () => new Uint8Array(-1), () => new Uint8Array(2 ** 53), () => new Float64Array(2 ** 40), () => new Uint8Array(buffer, -1), () => new Uint8Array(Symbol()), () => new Uint8Array(new BigInt64Array(1)), () => new BigInt64Array([1])].map(fails);
out.sources = [new Uint8Array(), new Uint8Array(2), new Uint8Array("3"), new Uint8Array(null), new Uint8Array(new Set([1, 2, 3])), new Uint8Array({ length: 2, 0: 5, 1: "6" }), new Uint8Array(new Float32Array([1.5, 300, -1])), new Float32Array(new Uint8Array([1, 2])), new Uint8Array((function* () { yield 1; yield 2; })()), new Uint8Array([, 1]), new Uint8Array(new Map([["a", 1]])), Int8Array.of(1, 200, "3"), Uint8Array.from("123"), Uint8Array.from([1, 2], (v, i) => v * 10 + i), Uint8Array.from({ length: 3 }, (_, i) => i), Int16Array.from(new Set([4]), function (v) { return v + this.add; }, { add: 1 })].map(list);
out.fromRefused = [() => Uint8Array.from(5, 5), () => Uint8Array.from(null), () => TypedArray.from.call(Array, []), () => TypedArray.of.call({}, 1), () => TypedArray.from.call(class { constructor() { return new Uint8Array(1); } }, [1, 2])].map(fails);

const base = () => new Int16Array([5, -1, 300, 0, -7]);
const methods = {
  at: (a) => [a.at(0), a.at(-1), a.at(9) === undefined, a.at(NaN)],
  copyWithin: (a) => list(a.copyWithin(1, 3)) + "|" + list(a.copyWithin(0, 2, 4)) + "|" + list(a.copyWithin(-2, -4)),
  entries: (a) => [...a.entries()].map((e) => e.join(":")).join(),
  every: (a) => [a.every((v) => v < 301), a.every((v) => v < 300)],
  fill: (a) => list(a.fill(9, 1, 3)) + "|" + list(a.fill("0x10", -1)) + "|" + list(a.fill(70000)),
  filter: (a) => [list(a.filter((v) => v > 0)), a.filter(() => false).length, a.filter(() => true) === a],
  find: (a) => [a.find((v) => v < 0), a.find((v) => v > 999) === undefined, a.findIndex((v) => v < 0), a.findIndex(() => false), a.findLast((v) => v < 0), a.findLastIndex((v) => v < 0), a.findLastIndex(() => false)],
  forEach: (a) => { const seen = []; a.forEach(function (v, i, whole) { seen.push([v, i, whole === a, this.t]); }, { t: 1 }); return seen; },
  includes: (a) => [a.includes(300), a.includes(301), a.includes(5, 1), a.includes(-7, -1), a.includes("5"), a.includes(undefined), new Float32Array([NaN]).includes(NaN), new Float32Array([0]).includes(-0)],
  indexOf: (a) => [a.indexOf(300), a.indexOf(301), a.indexOf(5, 1), a.indexOf(-7, -1), a.indexOf("5"), a.lastIndexOf(5), a.lastIndexOf(-7), a.lastIndexOf(-7, -2), a.lastIndexOf(5, -9), new Float32Array([NaN]).indexOf(NaN), new BigInt64Array([5n]).indexOf(5n), new BigUint64Array([5n]).indexOf(-5n)],
  join: (a) => [a.join(), a.join("-"), a.join(""), new Uint8Array().join(), String(a), `${new BigInt64Array([1n, -2n])}`],
  keys: (a) => [[...a.keys()], [...a.values()]],
  map: (a) => [list(a.map((v, i) => v * i)), list(new Uint8Array([1, 2]).map((v) => v * 200)), a.map((v) => v) instanceof Int16Array],
  reduce: (a) => [a.reduce((s, v) => s + v), a.reduce((s, v) => s + v, "x"), a.reduceRight((s, v) => s + "," + v), fails(() => new Uint8Array().reduce(() => 1)), new Uint8Array().reduce(() => 1, 7)],
  reverse: (a) => [list(a.reverse()), list(new Uint8Array([1]).reverse())],
  set: (a) => { a.set([1, 2]); a.set(new Uint8Array([250]), 4); a.set({ length: 1, 0: "8" }, 2); return [list(a), fails(() => a.set([1], 5)), fails(() => a.set([1], -1)), fails(() => a.set([1, 2], 4)), fails(() => a.set(new BigInt64Array(1))), fails(() => a.set([1n])), a.set([], 5) === undefined, fails(() => a.set(null))]; },
  setOverlap: () => { const a = new Uint8Array([1, 2, 3, 4, 5]); a.set(a.subarray(0, 3), 1); const b = new Uint8Array([1, 2, 3, 4]); new Uint16Array(b.buffer).set(b.subarray(0, 2)); return [list(a), list(b)]; },
  slice: (a) => [list(a.slice()), list(a.slice(1, 3)), list(a.slice(-2)), a.slice(4, 1).length, a.slice().buffer === a.buffer],
  some: (a) => [a.some((v) => v === 300), a.some((v) => v === 301)],
  sort: (a) => [list(a.sort()), list(a.sort((x, y) => y - x)), list(new Float64Array([NaN, 1, -0, 0, -Infinity, -1.5]).sort()), list(new BigInt64Array([3n, -5n, 0n]).sort()), list(new BigUint64Array([2n ** 63n, 1n]).sort()), list(new Uint8Array([10, 9, 1]).sort()), fails(() => a.sort(5)), list(new Float32Array([3, 1, 2]).sort(() => NaN))],
  subarray: (a) => { const part = a.subarray(1, 4); part[0] = 77; return [list(part), list(a), part.byteOffset, part.buffer === a.buffer, a.subarray(9).length, list(a.subarray(-2)), a.subarray(3, 1).length]; },
  toLocaleString: () => [new Float64Array([1234.5, 0]).toLocaleString(), new Uint16Array([1000]).toLocaleString("de")],
  copies: (a) => [list(a.toReversed()), list(a.toSorted()), list(a.toSorted((x, y) => y - x)), list(a.with(1, 99)), list(a.with(-1, "3")), fails(() => a.with(5, 1)), list(a), a.toSorted() instanceof Int16Array],
};
out.methods = Object.entries(methods).map(([name, work]) => [name, work(base())]);
out.receivers = Object.getOwnPropertyNames(TypedArray.prototype).filter((name) => !["constructor", "toString", "buffer", "byteLength", "byteOffset", "length"].includes(name)).map((name) => fails(() => TypedArray.prototype[name].call([], () => 1)));

class Bytes extends Uint8Array { sum() { return this.reduce((a, b) => a + b, 0); } }
out.subclass = (() => { const a = Bytes.of(1, 2, 3); return [a.sum(), a.map((v) => v * 2) instanceof Bytes, a.map((v) => v * 2).sum(), a.slice(1).sum(), a.subarray(1).sum(), a.filter((v) => v > 1).sum(), Bytes.from([4, 5]).sum(), a.toReversed() instanceof Bytes, a.with(0, 9) instanceof Bytes, new Bytes(a).sum(), Object.prototype.toString.call(a)]; })();
out.species = (() => { const a = new Uint8Array([1, 2, 3]); a.constructor = { [Symbol.species]: Float32Array }; const m = a.map((v) => v / 2); a.constructor = { [Symbol.species]: BigInt64Array }; return [m instanceof Float32Array, list(m), fails(() => a.slice())]; })();

const generic = new Uint8Array([3, 1, 2]);
out.generic = [[...generic], Array.from(generic), Array.from(generic, (v) => v * 2), Math.max(...generic), [].concat(generic).length, [0, ...generic, 9], Array.prototype.map.call(generic, (v) => v + 0.5), Array.prototype.slice.call(generic, 1), Array.prototype.join.call(generic, "+"), Array.prototype.includes.call(generic, 2), Array.isArray(generic), JSON.stringify(generic), JSON.stringify({ a: new Float32Array([0.5]) }), Object.keys(generic), Object.entries(generic), { ...generic }, Object.assign({}, generic)];
out.destructured = (() => { const [a, ...rest] = generic; const seen = []; for (const v of generic) seen.push(v); for (const k in generic) seen.push(k); return [a, rest, seen]; })();
out.arrayMutators = [() => Array.prototype.push.call(generic, 1), () => Array.prototype.pop.call(generic), () => Array.prototype.sort.call(new Uint8Array([3, 2, 10])).join(), () => Array.prototype.reverse.call(new Uint8Array([1, 2])).join(), () => Array.prototype.fill.call(new Uint8Array(2), 7).join(), () => Array.prototype.copyWithin.call(new Uint8Array([1, 2, 3]), 0, 1).join()].map(fails);
out.collections = [new Set(new Uint8Array([1, 1, 2])).size, new Map([...new Uint8Array([5]).entries()]).get(0), Object.fromEntries(new Uint8Array([5]).entries())];
out.large = (() => { const a = new Uint32Array(100000); for (let i = 0; i < a.length; i++) a[i] = (i * 2654435761) >>> 0; let s = 0; for (let i = 0; i < a.length; i++) s = (s + a[i]) >>> 0; const sorted = a.toSorted(); let ok = true; for (let i = 1; i < sorted.length; i++) ok &&= sorted[i - 1] <= sorted[i]; const f = new Float64Array(50000).map((_, i) => Math.sin(i)).sort(); for (let i = 1; i < f.length; i++) ok &&= f[i - 1] <= f[i]; return [s, ok, sorted[0], sorted[99999]]; })();
return out;
