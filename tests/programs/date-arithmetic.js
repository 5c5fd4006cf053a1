// Adding days and months, differences, weekdays, leap years.
const day = 86400000;
const addDays = (d, n) => new Date(d.getTime() + n * day);
const addMonths = (d, n) => { const c = new Date(d); const date = c.getUTCDate(); c.setUTCDate(1); c.setUTCMonth(c.getUTCMonth() + n); c.setUTCDate(Math.min(date, new Date(Date.UTC(c.getUTCFullYear(), c.getUTCMonth() + 1, 0)).getUTCDate())); return c; };
const iso = (d) => d.toISOString().slice(0, 10);
const start = new Date("2024-01-31T00:00:00Z");
const week = (d) => { const t = new Date(d); t.setUTCDate(t.getUTCDate() + 4 - (t.getUTCDay() || 7)); return Math.ceil(((t - Date.UTC(t.getUTCFullYear(), 0, 1)) / day + 1) / 7); };
return {
  days: [1, 29, 30, -31, 366].map((n) => iso(addDays(start, n))), months: [1, 2, 12, -1, 13].map((n) => iso(addMonths(start, n))),
  between: Math.round((new Date("2024-12-25") - start) / day), leap: [1900, 2000, 2023, 2024].map((y) => new Date(y, 1, 29).getMonth() === 1),
  weekdays: Array.from({ length: 7 }, (_, i) => addDays(start, i).toLocaleDateString("en-US", { weekday: "short" })), weeks: ["2024-01-01", "2024-12-30", "2021-01-03", "2020-12-31"].map((s) => week(new Date(s))),
  lastDays: Array.from({ length: 12 }, (_, m) => new Date(2023, m + 1, 0).getDate()), age: ((b, n) => n.getUTCFullYear() - b.getUTCFullYear() - +(n.getUTCMonth() < b.getUTCMonth() || (n.getUTCMonth() === b.getUTCMonth() && n.getUTCDate() < b.getUTCDate())))(new Date("1990-06-15"), new Date("2024-06-14")),
  business: Array.from({ length: 31 }, (_, i) => addDays(new Date("2024-03-01"), i)).filter((d) => d.getUTCDay() % 6).length, quarter: [0, 3, 8, 11].map((m) => Math.floor(m / 3) + 1),
};
