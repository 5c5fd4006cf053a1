const mul = (a, b) => a.map((r) => b[0].map((_, j) => r.reduce((s, x, k) => s + x * b[k][j], 0))); const T = (m) => m[0].map((_, i) => m.map((r) => r[i]));
out(() => mul([[1, 2], [3, 4]], [[5, 6], [7, 8]]));
out(() => T([[1, 2, 3], [4, 5, 6]]));
out(() => { let m = [[1, 1], [1, 0]], r = [[1, 0], [0, 1]], n = 30; while (n) { if (n & 1) r = mul(r, m); m = mul(m, m); n >>= 1; } return r; });
out(() => { const xs = [2, 4, 4, 4, 5, 5, 7, 9]; const mean = xs.reduce((a, b) => a + b) / xs.length; return [mean, Math.sqrt(xs.map((x) => (x - mean) ** 2).reduce((a, b) => a + b) / xs.length), xs.toSorted((a, b) => a - b)[xs.length >> 1]]; });
out(() => Array.from({ length: 5 }, (_, i) => Array.from({ length: i + 1 }, (_, j) => { let r = 1; for (let k = 0; k < j; k++) r = r * (i - k) / (k + 1); return r; })));
