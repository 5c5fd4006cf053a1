const logs = `2024-05-06T10:00:00Z INFO [api] GET /users 200 12ms\n2024-05-06T10:00:01Z ERROR [db] timeout after 5000ms\n2024-05-06T10:00:02Z INFO [api] POST /orders 201 48ms\nbroken line`; const re = /^(?<ts>\S+) (?<level>[A-Z]+) \[(?<svc>\w+)\] (?<msg>.*)$/; const rows = logs.split("\n").map((l) => re.exec(l)?.groups).filter(Boolean);
out(() => rows);
out(() => Object.entries(Object.groupBy(rows, (r) => r.level)).map(([k, v]) => [k, v.length]));
out(() => rows.map((r) => +(r.msg.match(/(\d+)ms/)?.[1] ?? NaN)).filter((n) => n === n).reduce((a, b, _, { length }) => a + b / length, 0));
out(() => Math.max(...rows.map((r) => Date.parse(r.ts))) - Date.parse(rows[0].ts));
out(() => rows.findLast((r) => r.level === "ERROR").msg);
out(() => rows.every(({ ts }) => !Number.isNaN(new Date(ts).getTime())));
