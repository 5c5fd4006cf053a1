async function pool(items, limit, f) { const out = []; let i = 0; await Promise.all(Array.from({ length: limit }, async (_, w) => { while (i < items.length) { const at = i++; log(`w${w} ${at}`); out[at] = await f(items[at]); } })); return out; }
await outAsync(() => pool([1, 2, 3, 4, 5], 2, async (x) => { for (let k = 0; k < x; k++) await null; return x * x; }));
