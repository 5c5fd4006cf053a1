// A program as models write them; see what it returns.
await outAsync(async () => {
const moves = [['in', 'A', 10, 2.5], ['in', 'A', 5, 3], ['out', 'A', 12], ['in', 'B', 1, 99.99], ['out', 'B', 2], ['out', 'A', 3]];
const stock = {}; const results = moves.map(([t, sku, qty, price]) => { const lots = (stock[sku] ??= []); if (t === 'in') { lots.push({ qty, price }); return `+${qty}`; } let cost = 0, need = qty; while (need > 0 && lots.length) { const take = Math.min(need, lots[0].qty); cost += take * lots[0].price; lots[0].qty -= take; need -= take; if (!lots[0].qty) lots.shift(); } return need ? { short: need, cost: +cost.toFixed(2) } : { cost: Number(cost.toFixed(2)) }; });
return { results, stock, val: Object.entries(stock).map(([k, l]) => [k, l.reduce((s, { qty, price }) => s + qty * price, 0)]) };
});
