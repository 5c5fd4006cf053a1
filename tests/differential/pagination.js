async function* pages(n) { for (let p = 1; p <= n; p++) { await null; yield { page: p, items: Array.from({ length: 3 }, (_, i) => p * 10 + i), next: p < n ? p + 1 : null }; } }
await outAsync(async () => { const all = []; for await (const { items, next } of pages(3)) { all.push(...items); if (!next) log("last"); } return all; });
await outAsync(async () => { for await (const p of pages(5)) if (p.page === 2) return p; });
