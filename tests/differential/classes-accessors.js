class T { static #c = 0; get ["comp" + 1]() { return 1; } static get v() { return ++T.#c; } static set v(x) { T.#c = x; } }
out(() => [new T().comp1, T.v, T.v, T.v = 10, T.v]);
out(() => Object.getOwnPropertyDescriptor(T.prototype, "comp1"));
out(() => { new T().comp1 = 2; });
out(() => { const o = { get x() { return 1; } }; o.x = 2; });
out(() => { const o = { set x(v) { log(v); } }; o.x = 2; return o.x; });
out(() => ({ get a() { return 1; }, a: 2 }));
out(() => ({ a: 2, get a() { return 1; } }));
out(() => ({ get a() { return 1; }, set a(v) {} }));
