// Hourly readings aggregated to days with missing data.
const readings = Array.from({ length: 60 }, (_, h) => ({ at: new Date(Date.UTC(2024, 1, 27, 18 + h)).toISOString(), temp: h % 11 === 0 ? null : Math.round(100 * Math.sin(h / 4)) / 10, wind: h % 7 }));
const days = Map.groupBy(readings, (r) => r.at.slice(0, 10));
const describe = (list) => { const temps = list.map((r) => r.temp).filter((t) => t !== null); return { n: list.length, missing: list.length - temps.length, min: Math.min(...temps), max: Math.max(...temps), mean: +(temps.reduce((a, b) => a + b, 0) / temps.length).toFixed(2), windy: list.filter(({ wind }) => wind >= 5).length }; };
const spark = (values) => { const [lo, hi] = [Math.min(...values), Math.max(...values)]; return values.map((v) => "▁▂▃▄▅▆▇█"[Math.round(((v - lo) / (hi - lo || 1)) * 7)]).join(""); };
const streaks = readings.reduce((acc, r) => { if (r.temp > 5) acc.now++; else acc.now = 0; acc.best = Math.max(acc.best, acc.now); return acc; }, { now: 0, best: 0 }).best;
return { days: Object.fromEntries([...days].map(([d, l]) => [d, describe(l)])), spark: spark(readings.slice(0, 24).map((r) => r.temp ?? 0)), streaks, interpolated: readings.slice(9, 14).map((r, i, all) => r.temp ?? (all[i - 1].temp + all[i + 1].temp) / 2), fahrenheit: readings.slice(1, 4).map((r) => `${(r.temp * 1.8 + 32).toFixed(1)}°F`) };
