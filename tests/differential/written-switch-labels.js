// A program as models write them; see what it returns.
await outAsync(async () => {
const out = []; outer: for (let i = 0; i < 5; i++) { inner: for (let j = 0; ; j++) { switch (true) { case j > 3: continue outer; case i === 2: out.push('skip'); continue outer; case (i + j) % 3 === 0: out.push([i, j]); break inner; default: if (i === 4) break outer; } } out.push(`end${i}`); }
const grade = s => { switch (true) { case s >= 90: return 'A'; case s >= 80: return 'B'; default: return 'F'; case s >= 70: return 'C'; } };
function f(x) { switch (x) { case 1: let y = 'one'; return y; case 2: { const y = 'two'; return y; } default: y = 'z'; } }
let r; try { f(3); } catch (e) { r = e.name; }
blk: { if (out.length) break blk; out.push('never'); }
let n = 0; do { n++; if (n === 3) continue; if (n > 5) break; } while (n < 10);
for (var i = 0, j = 10; i < j; i += 2, j--); for (const k in [1, 2]) out.push(k + typeof k); for (const [a, { b = 3 } = {}] of [[1], [2, { b: 5 }]]) out.push(a + b);
return [out, [95, 85, 75, 5].map(grade), f(1), f(2), r, n, i, j];
});
