out(() => [0.1 + 0.7, 1.1 * 3, 4.35 * 100, 1.005 * 1000, 0.615.toFixed(2), (10.235).toFixed(2), (1.45).toFixed(1), (-1.005).toFixed(2), (1e21).toFixed(2), (0).toFixed(2), (-0).toFixed(1), 0.000001234.toFixed(7), (123.456).toPrecision(4), (0.00001).toPrecision(1), (1234.5678).toExponential(2)]);
out(() => [2.5, -2.5, 1.5, 0.5, -0.5].map(Math.round));
out(() => [1.005, 2.675, 1.115].map((n) => Math.round((n + Number.EPSILON) * 100) / 100));
out(() => { const split = (total, n) => { const base = Math.floor(total * 100 / n); return Array.from({ length: n }, (_, i) => (base + (i < total * 100 - base * n ? 1 : 0)) / 100); }; return split(100, 3); });
out(() => [1234.5, 0, -1234567.891].map((n) => n.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })));
out(() => [[1.5, "floor"], [-1.5, "ceil"], [1.25, "halfEven"], [1.35, "halfTrunc"]].map(([n, roundingMode]) => n.toLocaleString("en", { maximumFractionDigits: 1, roundingMode })));
out(() => [5, 50, 500].map((n) => n.toString().padStart(5, "0")));
out(() => [0.1, 0.25, 1 / 3].map((n) => n.toString(2).slice(0, 20)));
