const key = {};
out(() => { const w = new WeakMap([[key, 1]]); return [w.get(key), w.has({}), w.set(key, 2) === w, w.get(key), w.delete(key), w.has(key)]; });
out(() => new WeakMap().set(1, 2));
out(() => new WeakSet([1]));
out(() => new WeakMap().set(Symbol.for("x"), 1));
out(() => { const s = Symbol("ok"); return new WeakMap([[s, 1]]).get(s); });
out(() => new WeakRef(key).deref() === key);
out(() => Object.prototype.toString.call(new WeakSet()));
