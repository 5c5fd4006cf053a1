out(() => { let [a, b, ...c] = [1, 2, 3, 4]; [a, b] = [b, a]; [c[0], c[1]] = [c[1], c[0]]; return [a, b, c]; });
out(() => { const m = new Map([["x", { y: [1, 2] }]]); for (const [k, { y: [, z] }] of m) return [k, z]; });
out(() => { const o = {}; [o.a, o["b"], [o.c]] = [1, 2, [3]]; ({ x: o.d, ...o.e } = { x: 4, y: 5 }); return o; });
out(() => { let a, b; ({ a = 1, b = a } = {}); return [a, b]; });
out(() => { let x; [x = log("dflt")] = [null]; return x; });
out(() => { let a; return [([a] = [1, 2]), a]; });
out(() => { const f = ([a, b] = [1, 2], { c } = { c: 3 }) => [a, b, c]; return [f(), f([9]), f([8, 7], { c: 6 })]; });
out(() => { for (const [i, v] of ["a", "b"].entries()) log([i, v]); });
out(() => { let i = 0; const a = []; [a[i++], a[i++]] = ["x", "y"]; return a; });
