// Everything about one customer in one answer: three calls at once, then one per product, each only once.
const id = "cus_007";
const [customer, orders, tickets] = await Promise.all([
  tools.customers.get({ id }),
  tools.orders.list({ customer_id: id }),
  tools.tickets.list({ customer_id: id }),
]);

const skus = [...new Set(orders.items.flatMap((order) => order.lines.map((line) => line.sku)))];
const products = await Promise.all(skus.map((sku) => tools.inventory.get({ sku })));
const names = Object.fromEntries(products.map((product) => [product.sku, product.name]));

return {
  name: customer.name,
  tier: customer.tier,
  orders: orders.items.length,
  spent: orders.items.filter((o) => o.status !== "cancelled").reduce((sum, o) => sum + o.total, 0) / 100,
  bought: skus.map((sku) => names[sku]).sort(),
  openTickets: tickets.items.filter((t) => t.status !== "closed").map((t) => t.subject),
};
