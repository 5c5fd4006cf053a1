// Seeded generators, shuffles, distributions, Monte Carlo.
const mulberry = (a) => () => { a |= 0; a = (a + 0x6d2b79f5) | 0; let t = Math.imul(a ^ (a >>> 15), 1 | a); t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t; return ((t ^ (t >>> 14)) >>> 0) / 4294967296; };
const random = mulberry(42); const int = (lo, hi) => lo + Math.floor(random() * (hi - lo + 1));
const shuffle = (list) => { const a = [...list]; for (let i = a.length - 1; i > 0; i--) { const j = int(0, i); [a[i], a[j]] = [a[j], a[i]]; } return a; };
const weighted = (o) => { let r = random() * Object.values(o).reduce((a, b) => a + b); return Object.keys(o).find((k) => (r -= o[k]) < 0); };
const rolls = Array.from({ length: 600 }, () => int(1, 6)); const counts = rolls.reduce((c, r) => ((c[r] = (c[r] ?? 0) + 1), c), {});
let inside = 0; for (let i = 0; i < 5000; i++) if (random() ** 2 + random() ** 2 <= 1) inside++;
const normal = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random()); const samples = Array.from({ length: 500 }, normal);
const hash = (s) => [...s].reduce((h, c) => Math.imul(h ^ c.codePointAt(0), 16777619) >>> 0, 2166136261);
const builtin = Array.from({ length: 100 }, Math.random);
return { first: Array.from({ length: 3 }, random), shuffled: shuffle([1, 2, 3, 4, 5, 6]), counts, pi: (4 * inside) / 5000, mean: +(samples.reduce((a, b) => a + b) / 500).toFixed(6), picks: Object.groupBy(Array.from({ length: 50 }, () => weighted({ a: 5, b: 3, c: 1 })), (x) => x).a.length, hashes: ["", "a", "hello", "日本"].map((s) => hash(s).toString(16)), range: builtin.every((x) => x >= 0 && x < 1), distinct: new Set(builtin).size > 95, crc: (() => { const t = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; }); let c = -1; for (const ch of "123456789") c = t[(c ^ ch.charCodeAt(0)) & 255] ^ (c >>> 8); return ((c ^ -1) >>> 0).toString(16); })() };
