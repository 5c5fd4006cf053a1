// A program as models write them; see what it returns.
await outAsync(async () => {
class MinHeap { #a = []; constructor(cmp = (a, b) => a - b) { this.cmp = cmp; } get size() { return this.#a.length; }
  push(x) { const a = this.#a; a.push(x); let i = a.length - 1; while (i > 0) { const p = (i - 1) >> 1; if (this.cmp(a[i], a[p]) >= 0) break; [a[i], a[p]] = [a[p], a[i]]; i = p; } }
  pop() { const a = this.#a, top = a[0], last = a.pop(); if (a.length) { a[0] = last; let i = 0; for (;;) { let l = 2 * i + 1, r = l + 1, m = i; if (l < a.length && this.cmp(a[l], a[m]) < 0) m = l; if (r < a.length && this.cmp(a[r], a[m]) < 0) m = r; if (m === i) break; [a[i], a[m]] = [a[m], a[i]]; i = m; } } return top; } }
const g = { A: { B: 7, C: 9, F: 14 }, B: { A: 7, C: 10, D: 15 }, C: { A: 9, B: 10, D: 11, F: 2 }, D: { B: 15, C: 11, E: 6 }, E: { D: 6, F: 9 }, F: { A: 14, C: 2, E: 9 }, Z: {} };
function dijkstra(src) { const dist = new Map(Object.keys(g).map(k => [k, Infinity])), prev = {}; dist.set(src, 0); const h = new MinHeap((a, b) => a[1] - b[1]); h.push([src, 0]);
  while (h.size) { const [u, d] = h.pop(); if (d > dist.get(u)) continue; for (const [v, w] of Object.entries(g[u])) if (d + w < dist.get(v)) { dist.set(v, d + w); prev[v] = u; h.push([v, d + w]); } }
  const path = t => { const p = []; for (let c = t; c; c = prev[c]) p.unshift(c); return p[0] === src ? p.join('→') : null; };
  return Object.fromEntries([...dist].map(([k, d]) => [k, [Number.isFinite(d) ? d : 'inf', path(k)]])); }
const topo = (deps) => { const seen = new Map(), out = []; const visit = (n, stack) => { if (seen.get(n) === 2) return; if (seen.get(n) === 1) throw new Error(`cycle: ${[...stack, n].join(' > ')}`); seen.set(n, 1); for (const d of deps[n] ?? []) visit(d, [...stack, n]); seen.set(n, 2); out.push(n); }; Object.keys(deps).forEach(n => visit(n, [])); return out; };
let cyc; try { topo({ a: ['b'], b: ['c'], c: ['a'] }); } catch (e) { cyc = e.message; }
return [dijkstra('A'), topo({ app: ['lib', 'log'], lib: ['core'], log: ['core'], core: [] }), cyc];
});
