const users = [{ id: 1, name: "Ann" }, { id: 2, name: "Bo" }], orders = [{ user: 1, items: [{ sku: "a", n: 2, price: 9.99 }] }, { user: 2, items: [] }, { user: 9, items: [{ sku: "b", n: 1, price: 0.5 }] }];
const byId = new Map(users.map((u) => [u.id, u])); const fmt = (n) => n.toLocaleString("en-US", { style: "currency", currency: "USD" });
out(() => orders.map(({ user, items }) => ({ name: byId.get(user)?.name ?? "unknown", total: fmt(items.reduce((s, { n, price }) => s + n * price, 0)) })));
out(() => orders.flatMap((o) => o.items).toSorted((a, b) => a.price - b.price).map((i) => i.sku));
out(() => users.find((u) => u.name.startsWith("B"))?.id);
out(() => Object.fromEntries(users.map(({ id, ...rest }) => [id, rest])));
