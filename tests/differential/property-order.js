out(() => Object.keys({ b: 1, 10: 1, a: 1, 2: 1, "-1": 1, "01": 1, 4294967295: 1, 4294967294: 1 }));
out(() => Reflect.ownKeys({ [Symbol("s")]: 1, z: 1, 0: 1, [Symbol.iterator]: 2, y: 1 }));
out(() => JSON.stringify({ b: 1, 1: 2, a: 3, 0: 4 }));
out(() => { const o = { a: 1, b: 2 }; delete o.a; o.a = 3; return o; });
out(() => Object.assign({ z: 1 }, { a: 1 }, "xy", null, [9]));
out(() => { const r = []; for (const k in Object.create({ p: 1, q: 2 }, { q: { value: 1, enumerable: false }, r: { value: 1, enumerable: true } })) r.push(k); return r; });
