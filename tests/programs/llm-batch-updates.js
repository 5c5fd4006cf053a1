const items = Array.from({ length: 11 }, (_, i) => ({ id: `item-${i + 1}`, price: (i + 1) * 10, stock: i % 4 }));
const chunk = (arr, size) => arr.reduce((chunks, item, i) => (i % size ? chunks[chunks.length - 1].push(item) : chunks.push([item]), chunks), []);
const updated = []; const failures = [];
const update = async (item) => { await Promise.resolve(); if (item.stock === 0 && item.price > 50) throw new Error(`${item.id} is out of stock`); return { ...item, price: Math.round(item.price * 1.1 * 100) / 100 }; };
let batchNo = 0;
for (const batch of chunk(items, 4)) {
  batchNo += 1;
  const results = await Promise.allSettled(batch.map(update));
  results.forEach((r, i) => { if (r.status === "fulfilled") updated.push(r.value); else failures.push({ id: batch[i].id, reason: r.reason.message }); });
  console.log(`batch ${batchNo}: ${results.filter((r) => r.status === "fulfilled").length}/${batch.length}`);
}
return { updated: updated.length, failures, total: updated.reduce((sum, { price }) => sum + price, 0).toFixed(2), mostExpensive: updated.reduce((max, it) => (it.price > max.price ? it : max), { price: -Infinity }).id, restock: items.filter(({ stock }) => !stock).map(({ id }) => id.replace("item-", "#")).join(", ") };
