// A program as models write them: csv parse.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const parseCsv = (s) => { const rows = [[]]; let f = '', q = false; for (let i = 0; i < s.length; i++) { const c = s[i]; if (q) { if (c === '"') { if (s[i + 1] === '"') { f += '"'; i++; } else q = false; } else f += c; } else if (c === '"') q = true; else if (c === ',') { rows.at(-1).push(f); f = ''; } else if (c === '\n') { rows.at(-1).push(f); f = ''; rows.push([]); } else if (c !== '\r') f += c; } rows.at(-1).push(f); return rows; };
const [h, ...rs] = parseCsv('name,qty,note\r\n"Smith, J",3,"said ""hi"""\r\nBo,,\n'); show(rs.filter((r) => r.length > 1).map((r) => Object.fromEntries(h.map((k, i) => [k, r[i] === '' ? null : isNaN(r[i]) ? r[i] : +r[i]]))));
show([['a', 'b,c'], ['d"e', 'f\ng']].map((r) => r.map((v) => /[",\n]/.test(v) ? `"${v.replaceAll('"', '""')}"` : v).join()).join('\r\n'));
}
