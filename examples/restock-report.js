// What must be ordered again, by category, with what it costs to fill up to twice the reorder level.
const low = await tools.inventory.list({ low_stock: true });

const groups = Object.groupBy(low, (product) => product.category);
const report = {};
for (const category of Object.keys(groups).sort()) {
  const products = groups[category];
  const missing = products.map((p) => ({ sku: p.sku, pieces: p.reorder_level * 2 - p.stock, price: p.price }));
  report[category] = {
    skus: missing.map((m) => m.sku),
    pieces: missing.reduce((sum, m) => sum + m.pieces, 0),
    cost: missing.reduce((sum, m) => sum + m.pieces * m.price, 0) / 100,
  };
}
return report;
