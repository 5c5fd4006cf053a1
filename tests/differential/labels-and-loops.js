out(() => { const r = []; outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; r.push([i, j]); } } return r; });
out(() => { a: { log(1); break a; log(2); } log(3); });
out(() => { let i = 0; do { i++; if (i === 2) continue; if (i > 4) break; } while (i < 10); return i; });
out(() => { const r = []; for (let i = 0, j = 10; i < j; i += 3, j--) r.push([i, j]); return r; });
out(() => { l: for (const x of loud("a", [1, 2])) for (const y of loud("b", [1, 2])) { log([x, y]); if (y === 1) continue l; } });
out(() => { for (const k in "ab") log(k); for (const k in [7, , 8]) log(k); for (const k in null) log(k); });
out(() => { let n = 3; while (n --> 0) { if (n == 1) continue; log(n); } return n; });
out(() => { w: while (true) { try { break w; } finally { log("f"); } } return "end"; });
out(() => { for (const x of [1, 2, 3]) { try { if (x === 2) continue; log(x); } finally { log("f" + x); } } });
