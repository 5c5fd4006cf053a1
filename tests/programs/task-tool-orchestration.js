// Many asynchronous calls: fan out, join, partial failure, summary.
const db = { users: { 1: { name: "Ann", team: 10 }, 2: { name: "Bo", team: 20 }, 3: { name: "Cy", team: 99 } }, teams: { 10: { title: "Core" }, 20: { title: "Ops" } }, orders: { 1: [5, 7], 2: [] } };
const calls = []; const tool = (name, f) => async (input) => { calls.push(`${name}(${JSON.stringify(input)})`); await null; const result = f(input); if (result === undefined) throw Object.assign(new Error(`${name}: not found`), { code: 404, input }); return structuredClone(result); };
const tools = { users: { get: tool("users.get", ({ id }) => db.users[id]), list: tool("users.list", () => Object.keys(db.users).map(Number)) }, teams: { get: tool("teams.get", ({ id }) => db.teams[id]) }, orders: { list: tool("orders.list", ({ userId }) => db.orders[userId]) } };
const ids = await tools.users.list({});
const rows = await Promise.allSettled(ids.map(async (id) => { const user = await tools.users.get({ id }); const [team, orders] = await Promise.all([tools.teams.get({ id: user.team }).catch((e) => (e.code === 404 ? { title: null } : Promise.reject(e))), tools.orders.list({ userId: id })]); return { name: user.name, team: team.title, spent: orders.reduce((a, b) => a + b, 0) }; }));
const ok = rows.flatMap((r) => (r.status === "fulfilled" ? [r.value] : [])), failed = rows.flatMap((r, i) => (r.status === "rejected" ? [{ id: ids[i], error: r.reason.message, input: r.reason.input }] : []));
console.log(`${ok.length} ok, ${failed.length} failed, ${calls.length} calls`);
return { ok, failed, calls: calls.length, distinct: new Set(calls.map((c) => c.split("(")[0])).size };
