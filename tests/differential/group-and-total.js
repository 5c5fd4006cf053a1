const orders = [{ id: 1, who: "ann", total: 12.5, tags: ["a", "b"] }, { id: 2, who: "bob", total: 7 }, { id: 3, who: "ann", total: 0.1 }];
const by = orders.reduce((acc, o) => { (acc[o.who] ??= []).push(o); return acc; }, {});
out(() => by);
out(() => Object.entries(by).map(([who, os]) => ({ who, n: os.length, sum: os.reduce((s, o) => s + o.total, 0) })).sort((a, b) => b.sum - a.sum));
out(() => Object.groupBy(orders, (o) => o.total > 5 ? "big" : "small"));
out(() => Map.groupBy(orders, (o) => o.who));
