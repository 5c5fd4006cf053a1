// A program as models write them; see what it returns.
await outAsync(async () => {
const raw = `2024-03-01T10:15:30.123Z [INFO] api-gateway - request id=abc123 method=GET path="/users/42" status=200 dur=35ms
2024-03-01T10:15:31.000Z [WARN] auth - token expiring user="jane doe" ttl=30s
2024-03-01T10:15:32.456Z [ERROR] db - query failed: "SELECT * FROM x" code=ETIMEDOUT dur=5001ms
malformed line
2024-03-01T10:16:02.999Z [INFO] api-gateway - request id=def456 method=POST path="/orders" status=503 dur=812ms`;
const re = /^(?<ts>\d{4}-\d{2}-\d{2}T[\d:.]+Z)\s+\[(?<level>[A-Z]+)\]\s+(?<svc>[\w-]+)\s+-\s+(?<msg>.*)$/;
const kv = /(?<k>\b\w+)=(?:"(?<q>[^"]*)"|(?<v>\S+))/g;
const entries = raw.split(/\r?\n/).map((line, i) => {
  const m = line.match(re);
  if (!m) return { line: i + 1, error: 'unparsed', text: line };
  const { ts, level, svc, msg } = m.groups;
  const fields = Object.fromEntries([...msg.matchAll(kv)].map(({ groups: { k, q, v } }) => [k, q ?? v]));
  return { ts: new Date(ts), level, svc, msg: msg.replace(kv, '').trim(), fields };
});
const byLevel = Object.groupBy(entries.filter(e => !e.error), e => e.level);
const durations = entries.flatMap(e => e.fields?.dur ? [parseInt(e.fields.dur, 10)] : []);
const pct = (p) => { const s = durations.toSorted((a, b) => a - b); return s[Math.min(s.length - 1, Math.ceil(p / 100 * s.length) - 1)]; };
return { entries, counts: Object.fromEntries(Object.entries(byLevel).map(([k, v]) => [k, v.length])), p50: pct(50), p95: pct(95), avg: (durations.reduce((a, b) => a + b, 0) / durations.length).toFixed(2), span: entries.at(-1).ts - entries[0].ts };
});
