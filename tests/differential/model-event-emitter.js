// A program as models write them: event emitter.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
class Emitter { #h = new Map(); on(e, f, { once = false } = {}) { const l = this.#h.get(e) ?? this.#h.set(e, new Set()).get(e); const w = once ? (...a) => { l.delete(w); return f.apply(this, a); } : f; l.add(w); return () => l.delete(w); } emit(e, ...a) { return [...this.#h.get(e) ?? []].map((f) => { try { return f.call(this, ...a); } catch (err) { return this.emit('error', err, e); } }); } *[Symbol.iterator]() { for (const [k, v] of this.#h) yield [k, v.size]; } }
const e = new Emitter(); const off = e.on('x', (n) => n * 2); e.on('x', function (n) { return this === e && n; }, { once: true }); e.on('error', (err, src) => `${src}:${err.message}`); e.on('x', () => { throw Error('boom'); });
show(e.emit('x', 4), off(), off(), e.emit('x', 4), [...e], e.emit('none'));
}
