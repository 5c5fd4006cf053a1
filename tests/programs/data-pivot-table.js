// A pivot table with row and column totals.
const sales = [["north", "q1", 10], ["north", "q2", 20], ["south", "q1", 5], ["south", "q3", 7], ["east", "q2", 1], ["north", "q1", 2]];
const quarters = [...new Set(sales.map(([, q]) => q))].sort();
const table = Object.fromEntries([...new Set(sales.map(([r]) => r))].map((region) => [region, Object.fromEntries(quarters.map((q) => [q, 0]))]));
for (const [region, quarter, amount] of sales) table[region][quarter] += amount;
const rowTotals = Object.fromEntries(Object.entries(table).map(([region, row]) => [region, Object.values(row).reduce((a, b) => a + b, 0)]));
const columnTotals = quarters.map((q) => Object.values(table).reduce((sum, row) => sum + row[q], 0));
for (const [region, row] of Object.entries(table)) console.log([region.padEnd(6), ...quarters.map((q) => String(row[q]).padStart(4))].join("|"));
return { quarters, table, rowTotals, columnTotals, grand: columnTotals.reduce((a, b) => a + b) };
