// Rolling windows over a series with gaps.
const series = [3, 5, null, 8, 13, undefined, 21, 34];
const filled = series.map((v, i, all) => v ?? (all.slice(0, i).findLast((x) => x != null)));
const rolling = (list, n) => list.map((_, i) => list.slice(Math.max(0, i - n + 1), i + 1)).map((w) => w.reduce((a, b) => a + b) / w.length);
const deltas = filled.slice(1).map((v, i) => v - filled[i]);
const runs = filled.reduce((acc, v, i) => { if (i && v >= filled[i - 1]) acc.at(-1).push(v); else acc.push([v]); return acc; }, []);
return { filled, rolling: rolling(filled, 3).map((v) => Math.round(v * 100) / 100), deltas, runs, cumulative: filled.map(((sum) => (v) => (sum += v))(0)) };
