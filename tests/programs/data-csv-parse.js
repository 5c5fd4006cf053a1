// A CSV parser with quotes, embedded line breaks and escaped quotes.
const text = `name,age,note\r\n"Smith, J.",42,"said ""hi"""\nBo,,"two\nlines"\n\nÅsa,7,\n`;
function parseCsv(input) {
  const rows = [];
  let row = [], field = "", quoted = false;
  for (let i = 0; i < input.length; i++) {
    const c = input[i];
    if (quoted) {
      if (c === '"' && input[i + 1] === '"') { field += '"'; i++; }
      else if (c === '"') quoted = false;
      else field += c;
    } else if (c === '"') quoted = true;
    else if (c === ",") { row.push(field); field = ""; }
    else if (c === "\n" || c === "\r") {
      if (c === "\r" && input[i + 1] === "\n") i++;
      row.push(field); rows.push(row); row = []; field = "";
    } else field += c;
  }
  if (field || row.length) { row.push(field); rows.push(row); }
  return rows;
}
const [header, ...body] = parseCsv(text).filter((r) => r.length > 1 || r[0] !== "");
const records = body.map((cells) => Object.fromEntries(header.map((h, i) => [h, cells[i] ?? null])));
const back = [header, ...body].map((r) => r.map((c) => (/[",\n]/.test(c) ? `"${c.replaceAll('"', '""')}"` : c)).join(",")).join("\n");
return { header, records, back, ages: records.map((r) => (r.age === "" ? null : Number(r.age))) };
