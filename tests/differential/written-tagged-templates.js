// A program as models write them; see what it returns.
await outAsync(async () => {
const html = (s, ...v) => s.reduce((o, p, i) => o + p + (i < v.length ? Array.isArray(v[i]) ? v[i].join('') : v[i]?.__raw ?? String(v[i] ?? '').replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`) : ''), '');
const raw = x => ({ __raw: x });
const sql = (s, ...v) => ({ text: s.reduce((a, p, i) => a + (i ? `$${i}` : '') + p), values: v });
const dedent = (s, ...v) => { const full = String.raw({ raw: s.raw }, ...v); const lines = full.split('\n'); const ind = Math.min(...lines.filter(l => l.trim()).map(l => l.match(/^ */)[0].length)); return lines.map(l => l.slice(ind)).join('\n').trim(); };
const cache = new WeakMap(); const once = s => cache.has(s) ? 'cached' : (cache.set(s, 1), 'new'); const f = () => once`same`;
const styled = (strings, ...fns) => props => strings.map((s, i) => s + (typeof fns[i] === 'function' ? fns[i](props) : fns[i] ?? '')).join('');
return [html`<p class="${'a"b'}">${'<x>'}${[1, 2].map(n => html`<i>${n}</i>`)}${raw('<br>')}${null}</p>`, sql`SELECT * FROM t WHERE a = ${1} AND b IN (${[2, 3]})`, dedent`
    line \n one
      indented ${1 + 1}
    end
  `, f(), f(), once`same`, styled`color: ${p => p.c}; margin: ${4}px;`({ c: 'red' }), `a${`b${`c${1}`}`}`, String.raw`C:\new\${1}\u00`, ((s) => [s.length, s.raw[0]])`\unicode and ${1} \xerxes`, `line1
line2`.split('\n').length, `\u{1F600}`.length, `$${5}`, `\``];
});
