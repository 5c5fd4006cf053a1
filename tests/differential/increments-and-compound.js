out(() => { let x = "5"; x++; let y = "a"; y++; let z = null; z++; let u; u++; let b = 5n; b--; return [x, y, z, u, b]; });
out(() => { const o = { n: "3" }; return [o.n++, o.n, ++o.n, o.n -= "1", o.n *= "2", o.n **= 2, o.n %= 7, o.n <<= 2, o.n >>= 1, o.n >>>= 0, o.n &= 6, o.n |= 9, o.n ^= 3]; });
out(() => { let s = "a"; s += 1; s += null; s += [2]; s += {}; return s; });
out(() => { let a = null; a ??= []; a.push(1); let c = 0; c ||= 5; let d = 1; d &&= 0; return [a, c, d]; });
out(() => { const f = () => {}; let g; g ??= () => {}; return g.name; });
out(() => { const a = [1, 2, 3]; let i = 0; a[i++] += 10; a[i++]++; return [a, i]; });
out(() => { let x = { valueOf: () => 5 }; return [x++, x]; });
out(() => { const o = Object.freeze({ a: 1 }); o.a++; });
out(() => { const o = { get a() { return 1; } }; o.a += 1; });
