// An aligned text table with mixed types.
const rows = [{ name: "Widget", qty: 5, price: 3.5, on: true }, { name: "Gizmo the 2nd", qty: 120, price: 0.999, on: false }, { name: "日本", qty: null, price: 12 }];
const columns = [...new Set(rows.flatMap(Object.keys))];
const show = (v) => v === undefined ? "" : v === null ? "-" : typeof v === "number" ? (Number.isInteger(v) ? String(v) : v.toFixed(2)) : String(v);
const widths = columns.map((c) => Math.max(c.length, ...rows.map((r) => show(r[c]).length)));
const line = (cells) => cells.map((c, i) => (typeof rows[0][columns[i]] === "number" ? c.padStart(widths[i]) : c.padEnd(widths[i]))).join(" | ").trimEnd();
console.log(line(columns));
console.log(widths.map((w) => "-".repeat(w)).join("-+-"));
rows.forEach((row) => console.log(line(columns.map((c) => show(row[c])))));
