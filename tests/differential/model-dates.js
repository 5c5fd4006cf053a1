// A program as models write them: dates, weeks, zones.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const d = new Date('2024-02-29T23:59:59.999Z');
show(d.toISOString(), d.getTime(), d.toJSON(), d.getUTCDay(), new Date(d.setUTCFullYear(2023)).toISOString(), new Date(2024, 0, 31 + 29).toDateString());
const addMonths = (dt, n) => { const x = new Date(dt); const day = x.getUTCDate(); x.setUTCDate(1); x.setUTCMonth(x.getUTCMonth() + n); x.setUTCDate(Math.min(day, new Date(Date.UTC(x.getUTCFullYear(), x.getUTCMonth() + 1, 0)).getUTCDate())); return x; };
show([1, 12, -1, 13].map((n) => addMonths('2024-01-31', n).toISOString().slice(0, 10)));
const iso = (x) => { const t = new Date(x); t.setUTCDate(t.getUTCDate() + 4 - (t.getUTCDay() || 7)); const y = new Date(Date.UTC(t.getUTCFullYear(), 0, 1)); return `${t.getUTCFullYear()}-W${String(Math.ceil(((t - y) / 864e5 + 1) / 7)).padStart(2, '0')}`; };
show(['2024-01-01', '2023-01-01', '2020-12-31', '2021-01-03'].map(iso));
const diff = (a, b) => { let s = Math.abs(new Date(b) - new Date(a)) / 1e3 | 0; return Object.entries({ d: 86400, h: 3600, m: 60, s: 1 }).map(([u, n]) => { const q = Math.floor(s / n); s %= n; return q ? q + u : ''; }).filter(Boolean).join(' '); };
show(diff('2024-01-01T00:00:00Z', '2024-01-03T04:05:06Z'));
for (const s of ['2024-01-15', '2024-01-15T10:00', '2024-01-15 10:00', 'Jan 15, 2024', '15 January 2024 10:00 UTC', '2024/01/15', '01/15/2024 3:04 PM', 'Mon, 15 Jan 2024 10:00:00 GMT', 'Mon Jan 15 2024 10:00:00 GMT+0530 (IST)', '20240115', '2024-1-5', '2024-01-15T25:00:00Z', 'yesterday', '2024-01-15T10:00:00+02:00', '2024-01-15T10:00:00.123456789Z', '1/2/03', '12:30', 'January 2024']) { const x = new Date(s); show(s, '→', isNaN(x) ? 'invalid' : x.toISOString()); }
const fmt = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'full', timeStyle: 'long' }); show(fmt.format(Date.UTC(2024, 2, 10, 6, 59)), '|', fmt.format(Date.UTC(2024, 2, 10, 7, 1)));
const p = Object.fromEntries(new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).formatToParts(Date.UTC(2024, 0, 1, 15, 30)).filter((x) => x.type !== 'literal').map(({ type, value }) => [type, value])); show(p);
show(new Date(8.64e15 + 1).getTime(), Date.UTC(99, 0), new Date(99, 0).getFullYear(), new Date(NaN) + '', JSON.stringify({ d: new Date(NaN) }), new Date(0) < new Date(1), +new Date(true), new Date(2024, 5).getMonth());
const rtf = new Intl.RelativeTimeFormat('en', { numeric: 'auto' }); const ago = (ms) => { for (const [u, n] of [['year', 31536e6], ['month', 2592e6], ['week', 6048e5], ['day', 864e5], ['hour', 36e5], ['minute', 6e4]]) if (Math.abs(ms) >= n) return rtf.format(Math.round(ms / n), u); return rtf.format(Math.round(ms / 1e3), 'second'); };
show([-864e5, 36e5 * 5, -3e3, 31536e6 * 2, -6048e5, 0].map(ago));
show(d.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' }), d.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }));
}
