function P(x) { this.x = x; } P.prototype.get = function () { return this.x; }; const ps = Array.from({ length: 20 }, (_, i) => { const p = new P(i); if (i % 3 === 0) p.extra = 1; if (i % 5 === 0) delete p.x; if (i % 7 === 0) Object.defineProperty(p, "x", { get: () => "acc" }); return p; });
out(() => ps.map((p) => p.get())); P.prototype.x = "proto";
out(() => ps.map((p) => p.get())); P.prototype.get = () => "new";
out(() => ps.map((p) => p.get()));
out(() => { const r = []; for (const o of [{ a: 1 }, { a: 2, b: 1 }, [], "str", Object.create({ a: 3 }), () => 1, 5, new Map()]) r.push(o.a, o.length); return r; });
out(() => { const o = Object.create({ v: 1 }); const read = () => o.v; const r = [read()]; Object.getPrototypeOf(o).v = 2; r.push(read()); o.v = 3; r.push(read()); delete o.v; r.push(read()); Object.setPrototypeOf(o, { v: "np" }); r.push(read()); return r; });
out(() => { const set = (o, v) => { o.k = v; return o; }; return [set({}, 1), set({ k: 0 }, 1), set(Object.create({ set k(v) { this.viaSetter = v; } }), 1), set([], 1)]; });
