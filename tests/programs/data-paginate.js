// Collecting pages from a cursor API, stopping at a limit.
const all = Array.from({ length: 23 }, (_, i) => ({ id: i + 1, even: i % 2 === 1 }));
const api = async ({ cursor = 0, limit = 5 } = {}) => {
  const items = all.slice(cursor, cursor + limit);
  return { items, next: cursor + limit < all.length ? cursor + limit : null };
};
async function* pages(limit) {
  let cursor;
  do {
    const page = await api({ cursor: cursor ?? undefined, limit });
    yield page.items;
    cursor = page.next;
  } while (cursor !== null);
}
const sizes = [];
const evens = [];
for await (const items of pages(5)) {
  sizes.push(items.length);
  evens.push(...items.filter((item) => item.even).map((item) => item.id));
  if (evens.length > 8) break;
}
return { sizes, evens, everything: (await Array.fromAsync(pages(10))).flat().length };
