// Formatting by pattern and by parts.
const d = new Date(Date.UTC(2024, 0, 9, 15, 4, 5, 67));
const pad = (n, w = 2) => String(n).padStart(w, "0");
const tokens = { YYYY: d.getUTCFullYear(), MM: pad(d.getUTCMonth() + 1), DD: pad(d.getUTCDate()), HH: pad(d.getUTCHours()), hh: pad(d.getUTCHours() % 12 || 12), mm: pad(d.getUTCMinutes()), ss: pad(d.getUTCSeconds()), SSS: pad(d.getUTCMilliseconds(), 3), A: d.getUTCHours() < 12 ? "AM" : "PM" };
const format = (p) => p.replace(/YYYY|MM|DD|HH|hh|mm|ss|SSS|A/g, (t) => tokens[t]);
const parts = Object.fromEntries(new Intl.DateTimeFormat("en-US", { year: "numeric", month: "short", day: "2-digit", weekday: "long", timeZone: "UTC" }).formatToParts(d).map(({ type, value }) => [type, value]));
return { custom: ["YYYY-MM-DD", "DD/MM/YYYY hh:mm A", "HH:mm:ss.SSS", "YYYYMMDDHHmmss"].map(format), parts: `${parts.weekday}|${parts.day}|${parts.month}|${parts.year}`,
  iso: d.toISOString(), date: d.toDateString(), utc: d.toUTCString(), time: d.toTimeString(), text: String(d), json: JSON.stringify({ d }), prim: [d[Symbol.toPrimitive]("number"), typeof (d + 1), d - 0] };
