// A program as models write them; see what it returns.
await outAsync(async () => {
function compile(tpl) { const re = /\{\{\s*(#each|#if|\/each|\/if|else|[@\w.$]+)\s*([^}|]*?)(?:\|\s*([\w\s:|,"']+?))?\s*\}\}/g; const root = { type: 'root', kids: [] }, stack = [root]; let last = 0;
  const top = () => stack.at(-1);
  for (const m of tpl.matchAll(re)) { if (m.index > last) top().kids.push({ type: 'text', v: tpl.slice(last, m.index) }); last = m.index + m[0].length;
    switch (m[1]) { case '#each': case '#if': { const n = { type: m[1].slice(1), arg: m[2].trim(), kids: [], alt: null }; top().kids.push(n); stack.push(n); break; } case 'else': { const n = top(); n.alt = { type: 'alt', kids: [] }; stack.push(n.alt); break; } case '/each': case '/if': if (top().type === 'alt') stack.pop(); stack.pop(); break; default: top().kids.push({ type: 'var', path: m[1], filters: m[3]?.split('|').map(s => s.trim().split(':')) ?? [] }); } }
  if (last < tpl.length) top().kids.push({ type: 'text', v: tpl.slice(last) });
  const get = (ctx, p) => p === '.' || p === 'this' ? ctx.this : p.split('.').reduce((o, k) => o?.[k], ctx);
  const filters = { upper: s => String(s).toUpperCase(), pad: (s, n, c = ' ') => String(s).padStart(+n, c), join: (a, sep = ', ') => a.join(sep), fixed: (n, d = 2) => Number(n).toFixed(d), json: v => JSON.stringify(v), date: d => new Date(d).toISOString().slice(0, 10) };
  const render = (n, ctx) => n.kids.map(k => { switch (k.type) { case 'text': return k.v; case 'var': return k.filters.reduce((v, [f, ...a]) => filters[f](v, ...a), get(ctx, k.path)) ?? ''; case 'if': return get(ctx, k.arg) ? render(k, ctx) : k.alt ? render(k.alt, ctx) : ''; case 'each': { const list = get(ctx, k.arg) ?? []; const items = Array.isArray(list) ? list.map((v, i) => [i, v]) : Object.entries(list); return items.length ? items.map(([i, v], at) => render(k, { ...ctx, ...(typeof v === 'object' ? v : {}), this: v, '@key': i, '@first': at === 0, '@last': at === items.length - 1 })).join('') : k.alt ? render(k.alt, ctx) : ''; } } }).join('');
  return ctx => render(root, ctx); }
const t = compile('Hi {{ name | upper }}!{{#if vip}} *VIP*{{else}} (basic){{/if}}\n{{#each items}}{{@key}}. {{name}}: {{price | fixed:1 | pad:8:.}}{{#if @last}}.{{else}};{{/if}}\n{{else}}nothing\n{{/each}}{{ tags | join:-}} {{meta|json}} {{ missing.deep.path }}|');
return [t({ name: 'Bob', vip: true, items: [{ name: 'A', price: 1 }, { name: 'B', price: 22.25 }], tags: ['x', 'y'], meta: { a: [1, null] } }), t({ name: 'Al', items: [], tags: [] })];
});
