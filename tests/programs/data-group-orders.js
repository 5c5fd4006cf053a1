// Orders by customer, with totals and the most recent order.
const orders = [
  { id: "o1", customer: "ann", total: 12.5, at: "2024-01-03T10:00:00Z", tags: ["gift"] },
  { id: "o2", customer: "bob", total: 99.99, at: "2024-02-01T09:30:00Z", tags: [] },
  { id: "o3", customer: "ann", total: 7.25, at: "2024-03-11T18:45:00Z", tags: ["gift", "rush"] },
  { id: "o4", customer: "cy", total: 0, at: "2023-12-31T23:59:59Z", tags: ["void"] },
];
const byCustomer = {};
for (const order of orders) {
  const entry = (byCustomer[order.customer] ??= { count: 0, total: 0, last: null, tags: new Set() });
  entry.count += 1;
  entry.total += order.total;
  if (!entry.last || order.at > entry.last.at) entry.last = order;
  order.tags.forEach((tag) => entry.tags.add(tag));
}
return Object.entries(byCustomer)
  .map(([customer, { count, total, last, tags }]) => ({ customer, count, total: +total.toFixed(2), last: last.id, tags: [...tags].sort() }))
  .sort((a, b) => b.total - a.total || a.customer.localeCompare(b.customer));
