// DataView: all kinds of values in both orders, bounds, conversions.
const out = {};
const fails = (work) => { try { return `no error: ${String(work())}`; } catch (error) { return error.name; } };
const shown = (value) => (typeof value === "bigint" ? `${value}n` : Object.is(value, -0) ? "-0" : String(value));
const kinds = ["Int8", "Uint8", "Int16", "Uint16", "Int32", "Uint32", "Float16", "Float32", "Float64", "BigInt64", "BigUint64"];
const samples = [0, -0, 1, -1, 200, 40000, 3e9, 0.1, 1.5, NaN, Infinity, -1e300, 65520, "7", null, undefined];
const bigs = [0n, -1n, 1n, 2n ** 63n, 2n ** 64n + 3n, -(2n ** 63n) - 1n, true, "9"];
out.roundTrips = kinds.map((kind) => { const view = new DataView(new ArrayBuffer(12)); return [kind, (kind.startsWith("Big") ? bigs : samples).map((value) => { view[`set${kind}`](2, value, true); const little = view[`get${kind}`](2, true); const swapped = view[`get${kind}`](2); view[`set${kind}`](2, value); return [shown(little), shown(swapped), shown(view[`get${kind}`](2)), Array.from(new Uint8Array(view.buffer), (byte) => byte.toString(16)).join(" ")].join(", "); })]; });
const view = new DataView(new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).buffer, 2, 8);
out.reads = kinds.map((kind) => [kind, shown(view[`get${kind}`](0)), shown(view[`get${kind}`](0, true)), fails(() => view[`get${kind}`](8)), fails(() => view[`get${kind}`](-1)), fails(() => view[`get${kind}`]()), fails(() => view[`get${kind}`](Infinity)), fails(() => view[`set${kind}`](8, kind.startsWith("Big") ? 0n : 0)), fails(() => view[`set${kind}`](0, kind.startsWith("Big") ? 0 : 0n)), view[`get${kind}`].length, view[`set${kind}`].length]);
out.state = [view.byteLength, view.byteOffset, view.buffer.byteLength, Object.prototype.toString.call(view), DataView.name, DataView.length, Object.keys(DataView.prototype).length];
out.refused = [() => DataView(new ArrayBuffer(1)), () => new DataView(), () => new DataView({}), () => new DataView(new Uint8Array(1)), () => new DataView(new ArrayBuffer(1), 2), () => new DataView(new ArrayBuffer(1), -1), () => new DataView(new ArrayBuffer(4), 2, 3), () => new DataView(new ArrayBuffer(4), 4).byteLength, () => new DataView(new ArrayBuffer(4), "1", "2").byteLength, () => DataView.prototype.getInt8.call({}, 0)].map(fails);
out.order = (() => { const log = []; const spy = (name, value) => ({ valueOf() { log.push(name); return value; } }); fails(() => view.setInt8(spy("offset", 99), spy("value", 1))); fails(() => view.setInt8(spy("bad offset", -1), spy("value", 1))); return log; })();
class Reader extends DataView { #at = 0; next() { return this.getUint8(this.#at++); } }
const reader = new Reader(new Uint8Array([5, 6]).buffer);
out.subclass = [reader.next(), reader.next(), fails(() => reader.next()), reader instanceof DataView];
return out;
