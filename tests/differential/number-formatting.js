const ns = [0, -0, 1, -1.5, 0.1 + 0.2, 1e21, 1e-7, 123456789012345680000, 1.005, 2.5, 1e300, 5e-324, NaN, -Infinity, 255, 1 / 3];
for (const n of ns) out(() => [String(n), n.toFixed(2), n.toExponential(3), n.toPrecision(4), JSON.stringify(n), `${n}`]); for (const n of [255, -255.5, 0.1, 1e21, 2 ** 53]) out(() => [2, 8, 16, 36].map((r) => n.toString(r)));
out(() => [(25).toString(1)]);
out(() => (1).toFixed(101));
out(() => (1).toPrecision(0));
out(() => [(1e21).toFixed(2), (0.000001).toString(), (1.45).toFixed(1), (8.345).toFixed(2), (-1.5).toFixed(0), (1000000000000000128).toFixed(0)]);
