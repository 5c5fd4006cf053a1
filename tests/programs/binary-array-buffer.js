// ArrayBuffer: fixed and resizable, slices, transfers, what fails.
const out = {};
const fails = (work) => { try { return `no error: ${String(work())}`; } catch (error) { return error.name; } };
const state = (buffer) => [buffer.byteLength, buffer.maxByteLength, buffer.resizable, buffer.detached];
const bytes = (buffer) => [...new Uint8Array(buffer)];
const filled = (length, options) => { const buffer = new ArrayBuffer(length, options); new Uint8Array(buffer).forEach((_, i, a) => { a[i] = i + 1; }); return buffer; };

out.made = [new ArrayBuffer(), new ArrayBuffer(8), new ArrayBuffer(2.9), new ArrayBuffer("3"), new ArrayBuffer(1, {}), new ArrayBuffer(1, { maxByteLength: undefined }), new ArrayBuffer(2, { maxByteLength: 5 }), new ArrayBuffer(0, { maxByteLength: 0 })].map(state);
out.refused = [() => ArrayBuffer(1), () => new ArrayBuffer(-1), () => new ArrayBuffer(7 * 2 ** 50), () => new ArrayBuffer(3, { maxByteLength: 2 }), () => new ArrayBuffer(0, { maxByteLength: -1 }), () => new ArrayBuffer(0, { maxByteLength: 7 * 2 ** 50 }), () => new ArrayBuffer(1n), () => new ArrayBuffer(Symbol())].map(fails);
out.order = (() => { const log = []; try { new ArrayBuffer({ valueOf() { log.push("length"); return 1; } }, { get maxByteLength() { log.push("max"); return { valueOf() { log.push("max value"); return 0; } }; } }); } catch (error) { log.push(error.name); } return log; })();
out.isView = [new Uint8Array(1), new DataView(new ArrayBuffer(1)), new ArrayBuffer(1), [], {}, undefined, 1].map((value) => ArrayBuffer.isView(value));
out.tag = Object.prototype.toString.call(new ArrayBuffer(0));
out.names = [ArrayBuffer.name, ArrayBuffer.length, Object.keys(ArrayBuffer.prototype).length, Object.getOwnPropertyNames(ArrayBuffer.prototype).sort().filter((name) => !/mutable/i.test(name))];

const buffer = filled(8);
out.slices = [[], [2], [2, 5], [-3], [-3, -1], [5, 2], [0, 100], [undefined, undefined], ["1", "3"]].map((ends) => bytes(buffer.slice(...ends)));
out.sliceCopies = (() => { const copy = buffer.slice(0, 2); new Uint8Array(copy)[0] = 99; return [bytes(copy), bytes(buffer)[0]]; })();
class Mine extends ArrayBuffer { get own() { return this.byteLength * 2; } }
out.species = (() => { const mine = new Mine(4, { maxByteLength: 6 }); const part = mine.slice(1); return [part instanceof Mine, part.own, part.resizable, mine.own, mine.resizable, Object.prototype.toString.call(mine)]; })();
out.badSpecies = [null, undefined, 5, class { constructor() { return {}; } }, class { constructor() { return new ArrayBuffer(1); } }, class { constructor() { return buffer; } }].map((species) => { const source = filled(4); source.constructor = { [Symbol.species]: species }; return fails(() => source.slice().byteLength); });

out.resizes = (() => { const log = []; const resizable = filled(4, { maxByteLength: 8 }); for (const length of [6, 2, 8, 0, 3]) { log.push([resizable.resize(length) === undefined, ...bytes(resizable)]); } return log; })();
out.resizeRefused = [() => new ArrayBuffer(1).resize(1), () => filled(1, { maxByteLength: 2 }).resize(3), () => filled(1, { maxByteLength: 2 }).resize(-1), () => ArrayBuffer.prototype.resize.call({}, 1), () => { const gone = filled(1, { maxByteLength: 2 }); gone.transfer(); gone.resize(1); }].map(fails);

out.transfers = [undefined, 0, 2, 6].map((length) => { const source = filled(4); const target = source.transfer(length); return [state(source), state(target), bytes(target)]; });
out.transfersResizable = [undefined, 0, 2, 6].map((length) => { const source = filled(4, { maxByteLength: 8 }); const target = source.transfer(length); return [state(source), state(target), bytes(target)]; });
out.transfersToFixed = [undefined, 2, 6].map((length) => { const source = filled(4, { maxByteLength: 8 }); const target = source.transferToFixedLength(length); return [state(source), state(target), bytes(target)]; });
out.transferRefused = [() => { const gone = filled(1); gone.transfer(); gone.transfer(); }, () => filled(1, { maxByteLength: 2 }).transfer(3), () => filled(1).transfer(-1), () => ArrayBuffer.prototype.transfer.call(new Uint8Array(1))].map(fails);
out.afterDetaching = (() => { const source = filled(4); const view = new Uint8Array(source); const data = new DataView(source); source.transfer(); return [view.length, view.byteLength, view.byteOffset, view[0] === undefined, 0 in view, Object.keys(view), fails(() => data.byteLength), fails(() => data.getInt8(0)), fails(() => source.slice()), fails(() => view.fill(1)), fails(() => [...view]), fails(() => new Uint8Array(source)), fails(() => new Uint8Array(view)), (view[0] = 5), fails(() => view.set([1]))]; })();
return out;
