// Overlapping meetings and free slots.
const toMinutes = (t) => { const [h, m] = t.split(":").map(Number); return h * 60 + m; };
const toText = (n) => `${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}`;
const meetings = [["09:00", "10:30"], ["10:00", "11:00"], ["13:15", "14:00"], ["14:00", "14:30"], ["16:45", "17:30"]].map((p) => p.map(toMinutes));
const merged = [];
for (const [start, end] of meetings.sort((x, y) => x[0] - y[0])) {
  const last = merged.at(-1);
  if (last && start <= last[1]) last[1] = Math.max(last[1], end);
  else merged.push([start, end]);
}
const free = [];
let at = toMinutes("08:30");
for (const [start, end] of [...merged, [toMinutes("18:00"), Infinity]]) { if (start > at) free.push([at, start]); at = end; }
return { merged: merged.map((p) => p.map(toText).join("–")), free: free.map((p) => p.map(toText).join("–")), longest: Math.max(...free.map(([s, e]) => e - s)) };
