out(() => { const o = {}; Object.defineProperty(o, "x", { value: 1 }); try { o.x = 2; } catch (e) { log(e); } try { delete o.x; } catch (e) { log(e); } return [o, Object.keys(o)]; });
out(() => Object.defineProperty({}, "x", { get() {}, value: 1 }));
out(() => Object.defineProperty(Object.freeze({}), "x", {}));
out(() => Object.defineProperty([1, 2, 3], "length", { value: 1 }));
out(() => Object.defineProperty([1, 2, 3], "length", { writable: false }).push(1));
out(() => { const a = [1, 2, 3]; Object.defineProperty(a, 1, { configurable: false }); a.length = 0; });
out(() => Object.defineProperties({}, { a: { value: 1, enumerable: true }, b: { get: () => 2 } }));
out(() => Object.entries(Object.getOwnPropertyDescriptors({ get a() { return 1; }, b: 2 })));
