// Access log lines to records with named groups.
const log = `127.0.0.1 - ann [10/Oct/2023:13:55:36 +0000] "GET /index.html?x=1 HTTP/1.1" 200 2326
10.0.0.5 - - [10/Oct/2023:13:56:01 +0000] "POST /api/login HTTP/2" 401 -
malformed line
10.0.0.5 - bob [11/Oct/2023:00:00:00 +0000] "DELETE /api/users/7 HTTP/1.1" 204 0`;
const re = /^(?<ip>[\d.]+) \S+ (?<user>\S+) \[(?<time>[^\]]+)\] "(?<method>[A-Z]+) (?<path>[^ ?]+)(?:\?(?<query>\S*))? (?<protocol>[^"]+)" (?<status>\d{3}) (?<size>\d+|-)$/;
const records = log.split("\n").map((line, at) => { const m = line.match(re); return m ? { ...m.groups, status: +m.groups.status, size: Number(m.groups.size) || 0 } : { error: `line ${at + 1}` }; });
const ok = records.filter((r) => !r.error);
return { records, byStatus: Object.fromEntries(Map.groupBy(ok, (r) => Math.floor(r.status / 100) + "xx").entries().map(([k, v]) => [k, v.length])), bytes: ok.reduce((s, r) => s + r.size, 0), paths: [...new Set(ok.map((r) => r.path.replace(/\/\d+(?=\/|$)/g, "/:id")))] };
