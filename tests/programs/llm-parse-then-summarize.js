const raw = `id,name,dept,salary,start
1,"Doe, Jane",Eng,95000,2019-03-01
2,John Roe,Eng,87000,2021-07-15
3,Ada L.,Ops,,2020-01-10
4,"Bob ""B"" Jr",Ops,61000.50,bad-date`;
const parseLine = (line) => { const cells = []; const re = /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g; let m; while ((m = re.exec(line)) !== null) { cells.push(m[1].replace(/^"|"$/g, "").replace(/""/g, '"')); if (re.lastIndex >= line.length && !line.endsWith(",")) break; } return cells; };
const [head, ...rows] = raw.trim().split(/\r?\n/).map(parseLine);
const people = rows.map((r) => Object.fromEntries(r.map((v, i) => [head[i], v]))).map((p) => ({ ...p, id: parseInt(p.id, 10), salary: p.salary ? parseFloat(p.salary) : null, start: isNaN(Date.parse(p.start)) ? null : new Date(p.start) }));
const average = (list) => (list.length ? list.reduce((a, b) => a + b, 0) / list.length : NaN);
const stats = {};
for (const p of people) { const s = (stats[p.dept] ||= { n: 0, salaries: [], names: [] }); s.n++; s.names.push(p.name); if (p.salary != null) s.salaries.push(p.salary); }
const tenure = people.filter((p) => p.start).map((p) => ({ name: p.name.split(/[ ,]/)[0], years: Math.floor((Date.UTC(2024, 5, 1) - p.start) / (365.25 * 24 * 3600 * 1000)) }));
return { people: people.length, stats: Object.entries(stats).map(([dept, s]) => `${dept}: ${s.n} people, avg ${Number.isNaN(average(s.salaries)) ? "n/a" : average(s.salaries).toFixed(0)}`), names: stats.Ops.names, tenure, invalid: people.filter((p) => !p.start).map((p) => p.id) };
