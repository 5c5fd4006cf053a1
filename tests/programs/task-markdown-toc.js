// A table of contents with anchors that do not clash.
const doc = "# Intro\ntext\n## Setup & run\n```\n# not a heading\n```\n## Setup & run\n### Très bien!\n## Setup & run\n#### Deep\nSetext\n======\n##NoSpace\n";
const headings = []; let fenced = false; const lines = doc.split("\n");
lines.forEach((line, i) => { if (/^```/.test(line)) fenced = !fenced; else if (!fenced) { const m = /^(#{1,6})\s+(.+?)\s*#*$/.exec(line); if (m) headings.push({ level: m[1].length, text: m[2] }); else if (/^=+$/.test(line) && lines[i - 1]) headings.push({ level: 1, text: lines[i - 1] }); } });
const used = new Map(); const anchor = (t) => { const base = t.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, "").trim().replace(/\s+/g, "-"); const n = used.get(base) ?? 0; used.set(base, n + 1); return n ? `${base}-${n}` : base; };
const toc = headings.map((h) => `${"  ".repeat(h.level - 1)}- [${h.text}](#${anchor(h.text)})`);
const counters = []; const numbered = headings.map(({ level, text }) => { counters.length = level; counters[level - 1] = (counters[level - 1] ?? 0) + 1; return `${Array.from(counters, (n) => n ?? 1).join(".")} ${text}`; });
return { toc, numbered };
