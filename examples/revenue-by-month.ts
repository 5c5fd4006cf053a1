// Walks all pages of the order list and sums delivered orders by month. TypeScript is fine.
interface Order {
  status: string;
  placed_at: string;
  total: number;
}

async function* allOrders(): AsyncGenerator<Order> {
  let cursor: string | undefined;
  do {
    const page = await tools.orders.list({ status: "delivered", page_size: 50, cursor });
    yield* page.items as Order[];
    cursor = page.next_cursor;
  } while (cursor);
}

const revenue: Record<string, number> = {};
for await (const order of allOrders()) {
  const month = order.placed_at.slice(0, 7);
  revenue[month] = (revenue[month] ?? 0) + order.total;
}

return Object.fromEntries(
  Object.entries(revenue)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([month, cents]) => [month, (cents / 100).toFixed(2)]),
);
