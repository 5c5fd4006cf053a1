// Money in cents, with a running balance and rounding.
const entries = ["+100.10", "-3.333", "+0.005", "-50", "bad", "+1e2"];
const parse = (s) => { const n = Number(s); if (!Number.isFinite(n)) throw new TypeError(`not an amount: ${s}`); return Math.round((n + Number.EPSILON) * 100); };
let balance = 0; const lines = [];
for (const entry of entries) {
  try { balance += parse(entry); lines.push(`${entry.padStart(8)} ${(balance / 100).toFixed(2).padStart(8)}`); }
  catch (error) { lines.push(`${error.name}: ${error.message}`); }
}
return { lines, balance, formatted: (balance / 100).toLocaleString("en-US", { style: "currency", currency: "USD" }), sums: [0.1 + 0.2, (0.1 * 10 + 0.2 * 10) / 10, 1.15.toFixed(1), 1.25.toFixed(1), (-1.5).toFixed(0)] };
