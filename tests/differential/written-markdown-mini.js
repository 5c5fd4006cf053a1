// A program as models write them; see what it returns.
await outAsync(async () => {
const md = `# Title *with* emphasis

Some **bold** text and \`code <b>\` and a [link](https://x.y/?a=1&b=2 "T").

- item 1
- item 2
  - nested
1. one
2. two

> quote
> more

\`\`\`js
const a = 1 < 2;
\`\`\`

| a | b |
|---|:-:|
| 1 | 2 |
`;
const esc = s => s.replace(/[&<>"']/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]);
const inline = s => esc(s).replace(/`([^`]+)`/g, '<code>$1</code>').replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>').replace(/(?<!\*)\*(?!\*)(.+?)\*/g, '<em>$1</em>').replace(/\[([^\]]+)\]\((\S+?)(?:\s+&quot;(.*?)&quot;)?\)/g, (_, t, u, title) => `<a href="${u}"${title ? ` title="${title}"` : ''}>${t}</a>`);
const out = []; let inCode = false, list = null;
for (const line of md.split('\n')) {
  let m;
  if (line.startsWith('```')) { inCode = !inCode; out.push(inCode ? `<pre class="${line.slice(3)}">` : '</pre>'); continue; }
  if (inCode) { out.push(esc(line)); continue; }
  if (list && !/^\s*([-*]|\d+\.)\s/.test(line)) { out.push(`</${list}>`); list = null; }
  if ((m = /^(#{1,6})\s+(.*)$/.exec(line))) out.push(`<h${m[1].length}>${inline(m[2])}</h${m[1].length}>`);
  else if ((m = /^(\s*)([-*]|\d+\.)\s+(.*)$/.exec(line))) { const t = /\d/.test(m[2]) ? 'ol' : 'ul'; if (list !== t) { if (list) out.push(`</${list}>`); out.push(`<${t}>`); list = t; } out.push(`${m[1]}<li>${inline(m[3])}</li>`); }
  else if (/^\|/.test(line)) { const cells = line.split('|').slice(1, -1).map(c => c.trim()); if (!cells.every(c => /^:?-+:?$/.test(c))) out.push(`<tr>${cells.map(c => `<td>${c}</td>`).join('')}</tr>`); }
  else if (/^>\s?/.test(line)) out.push(`<q>${inline(line.replace(/^>\s?/, ''))}</q>`);
  else if (line.trim()) out.push(`<p>${inline(line)}</p>`);
}
return out;
});
