// A program as models write them: regular expressions over logs and templates.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const log = `2024-03-05T10:11:12.345Z [ERROR] api.users(42): Timeout after 3000ms {"id":7,"path":"/u/7?x=1"}
2024-03-05T10:11:13.000Z [INFO] api.orders(1): ok
2024-03-06T00:00:00.001Z [WARN] db: slow query 1,234ms
bad line`;
const re = /^(?<ts>\S+) \[(?<level>[A-Z]+)\] (?<src>[\w.]+)(?:\((?<n>\d+)\))?: (?<msg>.*?)(?: (?<json>\{.*\}))?$/gm;
for (const m of log.matchAll(re)) { const { ts, level, src, n, msg, json } = m.groups; show({ ts: new Date(ts).getTime(), level, src, n: n && +n, msg, json: json ? JSON.parse(json) : null, at: m.index }); }
show(log.split(/\r?\n/).filter((l) => !new RegExp(re.source).test(l)));
show('a1b22c333'.replace(/(\d+)/g, (m, d, off, s) => `<${d.length}@${off}/${s.length}>`), 'x-y-z'.replaceAll('-', () => '$&'), '2024-03-05'.replace(/(?<y>\d+)-(?<m>\d+)-(?<d>\d+)/, '$<d>/$<m>/$<y>'));
show('The Quick brown'.match(/\b[A-Z]\w*/g), 'aBc'.search(/[A-Z]/), 'k1=v1;k2=v2'.split(/[=;]/), 'CSV,"a,b",c'.match(/("([^"]|"")*"|[^,]*)(,|$)/g));
show('ünïcödé'.normalize('NFD').replace(/\p{M}/gu, ''), /^\p{Lu}/u.test('Éa'), '💩a'.length, [...'💩a'].length, 'ß'.toUpperCase(), 'İ'.toLowerCase().length);
const slug = (s) => s.toLowerCase().normalize('NFKD').replace(/[^\w\s-]/g, '').trim().replace(/[\s_-]+/g, '-'); show(slug('  Héllo, Wörld — foo_bar  '));
show(/(?<=\$)\d+(\.\d+)?/.exec('cost $42.50')[0], /(?<!\d)\d{2}(?!\d)/g[Symbol.match]('1 22 333 44'), 'aaa'.lastIndexOf('a', 1), /a|ab/.exec('abc')[0], /((a)|(b))+/.exec('ab'));
const tpl = (s, o) => s.replace(/\{\{\s*([\w.]+)\s*(?:\|\s*(\w+))?\s*\}\}/g, (_, p, f) => { const v = p.split('.').reduce((a, k) => a?.[k], o); return f ? ({ upper: (x) => x.toUpperCase(), json: JSON.stringify })[f](v) : v ?? ''; });
show(tpl('Hi {{ user.name | upper }}, {{user.tags|json}} {{nope.x}}!', { user: { name: 'bo', tags: ['x', 1] } }));
show(/[\p{L}--[a-z]]+/v.exec('abcDEF')[0], /^(?i:abc)D$/.test('ABCD'), /(?<y>\d{4})|(?<y>\d{2})/.exec('99').groups.y, RegExp.escape('a.b*c'), /x/dg.exec('axb').indices[0]);
const sticky = /\s*(\d+|[-+*/()])/y; const toks = []; let t; while ((t = sticky.exec('12 + (3*4)-5'))) toks.push(t[1]); show(toks, sticky.lastIndex);
}
