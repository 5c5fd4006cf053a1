// Tickets scored by keywords, deduplicated, routed.
const tickets = [
  { id: 1, from: "x@corp.example", text: "URGENT: cannot log in!!! password reset broken", at: 3 },
  { id: 2, from: "y@home.example", text: "Invoice question, where is my refund?", at: 1 },
  { id: 3, from: "x@corp.example", text: "urgent - cannot login, password reset is broken", at: 4 },
  { id: 4, from: "z@home.example", text: "love the product", at: 2 },
];
const rules = [{ queue: "auth", re: /\b(log ?in|password|2fa)\b/gi, weight: 3 }, { queue: "billing", re: /\b(invoice|refund|charge[ds]?)\b/gi, weight: 2 }, { queue: "urgent", re: /\burgent\b|!{2,}/gi, weight: 5 }];
const tokens = (s) => new Set(s.toLowerCase().match(/[a-z]{3,}/g));
const similarity = (a, b) => { const [x, y] = [tokens(a), tokens(b)]; return x.intersection(y).size / x.union(y).size; };
const scored = tickets.map((t) => { const hits = Object.fromEntries(rules.map(({ queue, re, weight }) => [queue, (t.text.match(re) ?? []).length * weight]).filter(([, n]) => n)); return { ...t, hits, score: Object.values(hits).reduce((a, b) => a + b, 0) }; });
const kept = []; const duplicates = [];
for (const t of scored.toSorted((a, b) => a.at - b.at)) { const original = kept.find((k) => k.from === t.from && similarity(k.text, t.text) > 0.5); original ? duplicates.push([t.id, original.id]) : kept.push(t); }
const route = ({ hits }) => Object.entries(hits).filter(([q]) => q !== "urgent").sort(([, a], [, b]) => b - a)[0]?.[0] ?? "general";
return { queue: kept.toSorted((a, b) => b.score - a.score).map((t) => `${t.id}:${route(t)}:${t.score}`), duplicates, domains: Object.fromEntries(Map.groupBy(kept, (t) => t.from.split("@")[1].split(".").at(-2)).entries().map(([d, l]) => [d, l.length])), similarity: +similarity(tickets[0].text, tickets[2].text).toFixed(3) };
