// A month calendar as text.
const month = (year, m) => {
  const first = new Date(Date.UTC(year, m, 1)), days = new Date(Date.UTC(year, m + 1, 0)).getUTCDate();
  const cells = [...Array(first.getUTCDay()).fill(""), ...Array.from({ length: days }, (_, i) => String(i + 1))];
  const weeks = []; while (cells.length) weeks.push(cells.splice(0, 7).map((c) => c.padStart(2)).join(" ").trimEnd());
  return [first.toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" }), "Su Mo Tu We Th Fr Sa", ...weeks];
};
for (const [y, m] of [[2024, 1], [2023, 9]]) for (const line of month(y, m)) console.log(line);
const nth = (y, m, weekday, n) => 1 + ((7 + weekday - new Date(Date.UTC(y, m, 1)).getUTCDay()) % 7) + (n - 1) * 7;
return { thanksgiving: [2022, 2023, 2024].map((y) => nth(y, 10, 4, 4)), fridays13: Array.from({ length: 12 }, (_, m) => m).filter((m) => new Date(Date.UTC(2024, m, 13)).getUTCDay() === 5) };
