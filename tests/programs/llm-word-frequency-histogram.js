const text = `To be, or not to be, that is the question: Whether 'tis nobler in the mind to suffer the slings and arrows of outrageous fortune, or to take arms against a sea of troubles`;
const words = text.toLowerCase().replace(/[^\w\s']/g, "").split(/\s+/).filter(Boolean);
const freq = words.reduce((acc, w) => acc.set(w, (acc.get(w) || 0) + 1), new Map());
const sorted = [...freq.entries()].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, 5);
const width = Math.max(...sorted.map(([w]) => w.length));
for (const [word, count] of sorted) console.log(`${word.padEnd(width)} | ${"█".repeat(count)} ${count} (${((count / words.length) * 100).toFixed(1)}%)`);
const letters = Object.fromEntries([..."abcdefghijklmnopqrstuvwxyz"].map((l) => [l, text.toLowerCase().split(l).length - 1]).filter(([, n]) => n > 6).sort((a, b) => b[1] - a[1] || (a[0] > b[0] ? 1 : -1)));
const bigrams = Object.entries(words.slice(1).map((w, i) => `${words[i]} ${w}`).reduce((o, b) => ({ ...o, [b]: (o[b] ?? 0) + 1 }), {})).filter(([, n]) => n > 1);
return { unique: freq.size, total: words.length, hapax: [...freq].filter(([, n]) => n === 1).length, letters, bigrams, longest: words.toSorted((a, b) => b.length - a.length)[0], capital: text.match(/\b[A-Z]\w*/g), sentenceCase: text.split(/[:,] ?/).map((s) => s.charAt(0).toUpperCase() + s.slice(1)).slice(0, 3) };
