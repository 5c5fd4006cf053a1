// Enumeration order across kinds of keys and operations.
const o = { b: 1, 2: "two", a: 2, 1: "one", [Symbol.for("s")]: 3, "-1": 4, "01": 5, 4294967295: 6, 4294967294: 7 };
o.c = 8; delete o.b; o.b = 9; o[0] = "zero";
const merged = { ...{ z: 1, a: 1 }, ...o, a: "last" };
const out = { keys: Object.keys(o), own: Reflect.ownKeys(o).map(String), entries: Object.entries({ x: 1, 5: 2 }), merged: Object.keys(merged), json: JSON.stringify({ b: 1, 1: 2, a: { 3: 1, c: 2, 2: 1 } }) };
const forIn = []; for (const k in Object.assign(Object.create({ inherited: 1, b: "shadowed", 7: 1 }), { own: 1, b: 2, 3: 1 })) forIn.push(k); out.forIn = forIn;
class P { z = 1; constructor() { this.y = 2; } a = 3; } out.fields = Object.keys(new P());
out.fromEntries = Object.keys(Object.fromEntries([["q", 1], ["2", 1], ["q", 2]])); out.map = [...new Map([["b", 1], ["a", 2]]).set("b", 3).keys()]; out.set = [...new Set([3, 1, 3, 2])];
out.array = Object.keys(Object.assign(["x", "y"], { extra: 1, 5: "z" })); out.string = Object.keys("ab"); out.fn = Reflect.ownKeys(function f(a) {}).sort(); out.args = (function () { return Object.keys(arguments); })(1, 2);
return out;
