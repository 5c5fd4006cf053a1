// Word counts of a text, without stop words.
const text = `It was the best of times, it was the worst of times; it was the age of wisdom -- it was the age of foolishness, naïve and café-like. Don't "quote" me!`;
const stop = new Set(["it", "was", "the", "of", "and", "me"]);
const words = text.toLowerCase().match(/[\p{L}']+/gu);
const counts = new Map();
for (const word of words) if (!stop.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
const ranked = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
return { total: words.length, distinct: counts.size, top: ranked.slice(0, 6), longest: words.reduce((a, b) => (b.length > a.length ? b : a)) };
