// Mean, median, mode, deviation, percentiles, histogram.
const values = [12, 7, 3, 7, 9, 21, 15, 7, 3, 30, 18, 2.5];
const sorted = values.toSorted((a, b) => a - b);
const sum = values.reduce((a, b) => a + b, 0);
const mean = sum / values.length;
const mid = sorted.length / 2;
const median = Number.isInteger(mid) ? (sorted[mid - 1] + sorted[mid]) / 2 : sorted[Math.floor(mid)];
const variance = values.reduce((acc, v) => acc + (v - mean) ** 2, 0) / (values.length - 1);
const percentile = (p) => { const at = (sorted.length - 1) * p, lo = Math.floor(at); return sorted[lo] + ((sorted[lo + 1] ?? sorted[lo]) - sorted[lo]) * (at - lo); };
const counts = values.reduce((m, v) => m.set(v, (m.get(v) ?? 0) + 1), new Map());
const mode = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
const histogram = Object.entries(Object.groupBy(values, (v) => `${Math.floor(v / 10) * 10}-${Math.floor(v / 10) * 10 + 9}`)).map(([k, v]) => `${k}: ${"#".repeat(v.length)}`);
return { sum, mean, median, mode, sd: Math.sqrt(variance), p25: percentile(0.25), p90: percentile(0.9), min: Math.min(...values), max: Math.max(...values), histogram };
