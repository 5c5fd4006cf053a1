// Matrices: transpose, multiply, determinant, spiral.
const a = [[1, 2, 3], [4, 5, 6]], b = [[7, 8], [9, 10], [11, 12]];
const transpose = (m) => m[0].map((_, i) => m.map((row) => row[i]));
const multiply = (x, y) => x.map((row) => transpose(y).map((col) => row.reduce((sum, v, i) => sum + v * col[i], 0)));
const det = (m) => (m.length === 1 ? m[0][0] : m[0].reduce((sum, v, j) => sum + (j % 2 ? -1 : 1) * v * det(m.slice(1).map((r) => r.filter((_, k) => k !== j))), 0));
const spiral = (m) => { const out = []; let rest = m.map((r) => [...r]); while (rest.length) { out.push(...rest.shift()); rest = transpose(rest.length ? rest : [[]]).reverse(); if (!rest[0]?.length) break; } return out; };
return { t: transpose(a), product: multiply(a, b), det: det([[2, 0, 1], [1, 3, 2], [1, 1, 4]]), spiral: spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), identity: Array.from({ length: 3 }, (_, i) => Array.from({ length: 3 }, (_, j) => +(i === j))) };
