// Tags: SQL, HTML, i18n, dedent, caching of strings arrays.
const sql = (s, ...v) => ({ text: s.reduce((acc, part, i) => acc + part + (i < v.length ? `$${i + 1}` : ""), ""), values: v }); const html = (s, ...v) => s.raw.reduce((acc, part, i) => acc + part + (i < v.length ? String(v[i]).replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`) : ""), "");
const dedent = (s, ...v) => { const text = s.reduce((a, p, i) => a + p + (v[i] ?? ""), ""); const lines = text.split("\n"); const min = Math.min(...lines.filter((l) => l.trim()).map((l) => l.match(/^ */)[0].length)); return lines.map((l) => l.slice(min)).join("\n").trim(); };
const i18n = (dict) => (s, ...v) => (dict[s.join("{}")] ?? s.join("{}")).replace(/\{\}/g, () => v.shift()); const t = i18n({ "Hello {}, you have {} items": "Hallo {}, du hast {} Dinge" });
const sites = []; const remember = (s) => (sites.push(s), s); for (let i = 0; i < 2; i++) remember`same`; remember`same`; const chain = (s) => Object.assign((s2) => s[0] + s2[0], { x: 1 });
const o = { tag(s) { return [this === o, s[0]]; } }; class T { static m = (s, ...v) => v.length; }
return { sql: sql`select * from t where a = ${1} and b in (${[2, 3]})`, html: html`<b>${"<x>&"}</b>\n`, dedent: dedent`
    first ${1}
      second
    third
  `, i18n: [t`Hello ${"Zoë"}, you have ${3} items`, t`Unknown ${1}`], cache: [sites[0] === sites[1], sites[0] === sites[2], Object.isFrozen(sites[0]), Array.isArray(sites[0].raw)], raw: [((s) => s.raw[0])`\u00e9\n`, String.raw`C:\new\${1}`, ((s) => s[0] === undefined)`\xz`], chained: chain`a``b`, method: o.tag`q`, count: T.m`${1}${2}`, nested: `${`${`${1 + 1}`}`}`, expr: `${{ a: 1 }.a}${[1, 2]}${null}${undefined}${() => 1}`, empty: ((s) => s.length)``, lines: `a
b`.split("\n").length };
