const orders = [{ customer: "Acme", amount: 1200.5, status: "paid", date: "2024-01-15" }, { customer: "Globex", amount: 850, status: "paid", date: "2024-01-20" }, { customer: "Acme", amount: 300.25, status: "refunded", date: "2024-02-01" }, { customer: "Initech", amount: 2100, status: "paid", date: "2024-02-10" }, { customer: "Globex", amount: 1500.75, status: "pending", date: "2024-02-15" }, { customer: "Acme", amount: 99.99, status: "paid", date: "2024-03-01" }];
// Only paid orders count.
const totals = orders
  .filter((o) => o.status === "paid")
  .reduce((acc, { customer, amount }) => {
    acc[customer] = (acc[customer] || 0) + amount;
    return acc;
  }, {});
const top = Object.entries(totals)
  .sort(([, a], [, b]) => b - a)
  .slice(0, 2)
  .map(([name, total], i) => `${i + 1}. ${name}: $${total.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`);
const byMonth = orders.reduce((m, o) => { const key = o.date.slice(0, 7); (m[key] = m[key] || []).push(o.amount); return m; }, {});
console.log(`Found ${orders.length} orders`);
top.forEach((line) => console.log(line));
return { top, months: Object.keys(byMonth).map((k) => ({ month: new Date(k + "-01T00:00:00Z").toLocaleString("en-US", { month: "long", year: "numeric", timeZone: "UTC" }), total: byMonth[k].reduce((a, b) => a + b, 0) })) };
