// A program as models write them; see what it returns.
await outAsync(async () => {
const addMonths = (d, n) => { const r = new Date(d); const day = r.getDate(); r.setDate(1); r.setMonth(r.getMonth() + n); r.setDate(Math.min(day, new Date(r.getFullYear(), r.getMonth() + 1, 0).getDate())); return r; };
const iso = d => d.toISOString().slice(0, 10);
const isoWeek = (d) => { const t = new Date(Date.UTC(d.getFullYear(), d.getMonth(), d.getDate())); const day = t.getUTCDay() || 7; t.setUTCDate(t.getUTCDate() + 4 - day); const y = new Date(Date.UTC(t.getUTCFullYear(), 0, 1)); return `${t.getUTCFullYear()}-W${String(Math.ceil(((t - y) / 864e5 + 1) / 7)).padStart(2, '0')}`; };
const business = (a, b) => { let n = 0; for (const d = new Date(a); d < b; d.setDate(d.getDate() + 1)) if (d.getDay() % 6) n++; return n; };
const rel = (ms) => { const rtf = new Intl.RelativeTimeFormat('en', { numeric: 'auto' }); for (const [u, s] of [['year', 31536e6], ['month', 2592e6], ['week', 6048e5], ['day', 864e5], ['hour', 36e5], ['minute', 6e4], ['second', 1e3]]) if (Math.abs(ms) >= s || u === 'second') return rtf.format(Math.round(ms / s), u); };
const start = new Date(Date.UTC(2024, 0, 31));
return [Array.from({ length: 14 }, (_, i) => iso(addMonths(start, i - 1))), ['2020-12-31', '2021-01-03', '2021-01-04', '2024-12-30', '2026-01-01'].map(s => isoWeek(new Date(s))), business(new Date('2024-02-26'), new Date('2024-03-11')), [-5e3, 0, 9e4, -72e5, 864e5, -864e5, 7 * 864e5, 40 * 864e5, -800 * 864e5].map(rel), new Date(2024, 0, 1, 0, 0, 0, -1).toISOString(), new Date(2024, 12, 0).getDate(), new Date(-1).toISOString(), new Date(8.64e15).toISOString(), String(new Date(8.64e15 + 1)), new Date(0, 0).getFullYear(), new Date(99, 5).getFullYear(), Date.UTC(2024), new Date(2024, 1, 29).toDateString(), new Date('2024-03-10T12:00:00Z').toString(), new Date(2019, 0).valueOf(), new Date(1e12).toUTCString(), new Date(NaN).toString(), JSON.stringify({ d: new Date(1e12), n: new Date(NaN) })];
});
