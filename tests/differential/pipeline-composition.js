const pipe = (...fs) => (x) => fs.reduce((v, f) => f(v), x); const curry = (f, ...a) => a.length >= f.length ? f(...a) : (...b) => curry(f, ...a, ...b);
out(() => pipe((x) => x + 1, (x) => x * 2, String)(4));
out(() => curry((a, b, c) => [a, b, c])(1)(2, 3));
out(() => [1, 2, 3, 4, 5].filter((x) => x % 2).map((x) => x ** 2).reduce((a, b) => a + b)); const debounceless = (f) => { let t = 0; return Object.assign(() => ++t && f(t), { reset: () => { t = 0; } }); };
out(() => { const d = debounceless((x) => x); d(); d(); d.reset(); return d(); }); const zip = (...as) => as[0].map((_, i) => as.map((a) => a[i]));
out(() => zip([1, 2], ["a", "b"], [true, false])); const chunk = (a, n) => a.length ? [a.slice(0, n), ...chunk(a.slice(n), n)] : [];
out(() => chunk([1, 2, 3, 4, 5], 2)); const uniqBy = (a, f) => [...new Map(a.map((x) => [f(x), x])).values()];
out(() => uniqBy([{ i: 1, v: "a" }, { i: 1, v: "b" }, { i: 2, v: "c" }], (x) => x.i));
out(() => Object.entries({ a: 1, b: 2 }).map(([k, v]) => `${k}=${v}`).join("&"));
