// A program as models write them: matrix.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const A = [[1, 2, 3], [4, 5, 6]], mul = (a, b) => a.map((r) => b[0].map((_, j) => r.reduce((s, x, k) => s + x * b[k][j], 0))), T = (m) => m[0].map((_, i) => m.map((r) => r[i])); show(mul(A, T(A)), T(A), A.flat().reduceRight((a, b) => a - b));
const det = (m) => m.length === 1 ? m[0][0] : m[0].reduce((s, x, j) => s + (j % 2 ? -1 : 1) * x * det(m.slice(1).map((r) => r.toSpliced(j, 1))), 0); show(det([[2, 0, 1], [1, 3, 2], [1, 1, 1]]));
const grid = Array.from({ length: 3 }, (_, y) => Array.from('#.#', (c, x) => (x + y) % 2 ? '#' : c)); show(grid.map((r) => r.join('')).join('\n')); const life = (g) => g.map((r, y) => r.map((c, x) => { let n = 0; for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) if ((dx || dy) && g[y + dy]?.[x + dx] === '#') n++; return n === 3 || (n === 2 && c === '#') ? '#' : '.'; })); show(life(grid).map((r) => r.join('')).join('|'));
}
