// A report of issues: by label, age, assignee, with a Markdown table.
const now = new Date("2024-06-15T12:00:00Z");
const issues = [
  { number: 12, title: "Crash on start | fatal", labels: ["bug", "p1"], assignee: "ann", created: "2024-06-01T08:00:00Z", closed: null, comments: 4 },
  { number: 7, title: "Add dark mode", labels: ["feature"], assignee: null, created: "2024-01-20T10:30:00Z", closed: "2024-03-01T00:00:00Z", comments: 0 },
  { number: 15, title: "Typo", labels: [], assignee: "bo", created: "2024-06-14T23:59:00Z", closed: null, comments: 1 },
  { number: 3, title: "Slow query", labels: ["bug", "perf"], assignee: "ann", created: "2023-11-05T00:00:00Z", closed: null, comments: 22 },
];
const open = issues.filter((i) => !i.closed);
const ageDays = (i) => Math.floor((new Date(i.closed ?? now) - new Date(i.created)) / 864e5);
const byLabel = issues.flatMap((i) => (i.labels.length ? i.labels : ["none"]).map((l) => [l, i.number])).reduce((acc, [l, n]) => ({ ...acc, [l]: [...(acc[l] ?? []), n] }), {});
const table = [["#", "Title", "Age", "Who"], ["-", "-", "-:", "-"], ...open.toSorted((a, b) => ageDays(b) - ageDays(a)).map((i) => [i.number, i.title.replaceAll("|", "\\|"), `${ageDays(i)}d`, i.assignee ?? "—"])].map((r) => `| ${r.join(" | ")} |`);
table.forEach((line) => console.log(line));
const load = Object.entries(Object.groupBy(open, (i) => i.assignee ?? "nobody")).map(([who, list]) => ({ who, open: list.length, comments: list.reduce((s, i) => s + i.comments, 0) }));
return { byLabel, load, median: open.map(ageDays).sort((a, b) => a - b)[Math.floor(open.length / 2)], oldest: open.reduce((a, b) => (a.created < b.created ? a : b)).number, closedIn: issues.filter((i) => i.closed).map((i) => `${ageDays(i)} days`) };
