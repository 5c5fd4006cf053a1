async function main() {
  const orders = await host_orders();
  const byCustomer = new Map();
  for (const { customer, total, lines } of orders) {
    const entry = byCustomer.get(customer) ?? { customer, total: 0, units: 0 };
    entry.total += total;
    entry.units += lines.reduce((sum, line) => sum + line.units, 0);
    byCustomer.set(customer, entry);
  }
  const large = orders.filter(order => order.total >= 500);
  return JSON.stringify({ customers: [...byCustomer.values()], large }).length;
}
