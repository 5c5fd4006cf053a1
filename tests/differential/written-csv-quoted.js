// A program as models write them; see what it returns.
await outAsync(async () => {
function parseCSV(text, { delimiter = ',', quote = '"' } = {}) {
  const rows = []; let row = [], cell = '', inQ = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inQ) { if (c === quote) { if (text[i + 1] === quote) { cell += quote; i++; } else inQ = false; } else cell += c; continue; }
    switch (c) {
      case quote: inQ = true; break;
      case delimiter: row.push(cell); cell = ''; break;
      case '\r': break;
      case '\n': row.push(cell); rows.push(row); row = []; cell = ''; break;
      default: cell += c;
    }
  }
  if (cell || row.length) { row.push(cell); rows.push(row); }
  const [head, ...rest] = rows;
  return rest.map(r => Object.fromEntries(head.map((h, i) => [h.trim(), r[i] ?? null])));
}
const text = 'id,name,"notes, long",amount\r\n1,"Smith, John","He said ""hi""\nthen left",12.50\r\n2,Ann,,-3\r\n3,"Ünï",x\r\n';
const rows = parseCSV(text);
const toCSV = (rows) => { const keys = [...new Set(rows.flatMap(Object.keys))]; const esc = v => v == null ? '' : /[",\n\r]/.test(String(v)) ? `"${String(v).replaceAll('"', '""')}"` : String(v); return [keys.map(esc).join(','), ...rows.map(r => keys.map(k => esc(r[k])).join(','))].join('\n'); };
return [rows, toCSV(rows), rows.reduce((s, r) => s + Number(r.amount ?? 0), 0), parseCSV('a;b\n1;2', { delimiter: ';' })];
});
