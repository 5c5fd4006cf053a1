// Left and inner joins of three tables.
const users = [{ id: 1, name: "Ada" }, { id: 2, name: "Bo" }, { id: 3, name: "Cy" }];
const memberships = [{ userId: 1, teamId: "t1" }, { userId: 1, teamId: "t2" }, { userId: 3, teamId: "t9" }];
const teams = new Map([["t1", { title: "Core" }], ["t2", { title: "Docs" }]]);
const index = Map.groupBy(memberships, (m) => m.userId);
const left = users.map((u) => ({ ...u, teams: (index.get(u.id) ?? []).map((m) => teams.get(m.teamId)?.title ?? `?${m.teamId}`) }));
const inner = users.flatMap((u) => (index.get(u.id) ?? []).flatMap((m) => (teams.has(m.teamId) ? [[u.name, teams.get(m.teamId).title]] : [])));
const orphans = memberships.filter(({ teamId }) => !teams.has(teamId));
return { left, inner, orphans, lonely: left.filter((u) => !u.teams.length).map((u) => u.name) };
