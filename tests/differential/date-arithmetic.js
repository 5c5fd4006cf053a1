const day = 864e5, iso = (d) => d.toISOString().slice(0, 10); const addMonths = (d, n) => { const r = new Date(d); const dd = r.getUTCDate(); r.setUTCDate(1); r.setUTCMonth(r.getUTCMonth() + n); r.setUTCDate(Math.min(dd, new Date(Date.UTC(r.getUTCFullYear(), r.getUTCMonth() + 1, 0)).getUTCDate())); return r; };
out(() => [1, 2, 12, -1, 13].map((n) => iso(addMonths(new Date("2024-01-31"), n))));
out(() => Math.round((new Date("2024-03-01") - new Date("2024-02-01")) / day));
out(() => { const w = (d) => { const t = new Date(d); t.setUTCDate(t.getUTCDate() + 4 - (t.getUTCDay() || 7)); return Math.ceil(((t - Date.UTC(t.getUTCFullYear(), 0, 1)) / day + 1) / 7); }; return ["2021-01-03", "2021-01-04", "2024-12-30", "2026-01-01"].map(w); });
out(() => Array.from({ length: 5 }, (_, i) => iso(new Date(Date.UTC(2024, 1, 27) + i * day))));
out(() => [new Date("2024-01-01") < new Date("2024-01-02"), new Date(5) == new Date(5), +new Date(5) === +new Date(5), new Date(2024, 0, 1) - 0]);
out(() => ["2024-01-15", "2023-12-31"].map((d) => new Date(d)).sort((a, b) => a - b).map(iso));
out(() => new Date("2024-06-15T12:00:00Z").toLocaleDateString("en-US", { weekday: "short", month: "short", day: "numeric", year: "numeric" }));
