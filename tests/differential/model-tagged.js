// A program as models write them: tagged.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const html = ({ raw, ...s }, ...v) => raw.map((r, i) => r + (i < v.length ? [v[i]].flat().map((x) => String(x).replace(/[&<>"']/g, (ch) => `&#${ch.charCodeAt()};`)).join('') : '')).join(''); show(html`<ul>${['<a>', 'b&c']}</ul>\n${null}`, String.raw`\u{41}${1 + 1}\n`, ((s, ...k) => (o) => s.reduce((a, p, i) => a + p + (o[k[i]] ?? ''), ''))`Hi ${'name'}, ${'n'} new`({ name: 'X', n: 3 }));
const id = (s) => s; const f = () => id`a${1}`; show(f() === f(), Object.isFrozen(f()), f().raw.length, (() => id`\unicode and ${0}`)()[0], `${`nested ${`deep ${1}`}`}`);
}
