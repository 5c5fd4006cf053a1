// Resolving against bases.
const bases = ["http://a/b/c/d;p?q", "https://example.com", "file:///home/x/y", "custom://h/a/b", "mailto:x", "https://u:p@h:1/a/?q#f"];
const inputs = ["g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", ";x", "", ".", "./", "..", "../g", "../../../g", "/./g", "/../g",
  "g.", ".g", "g..", "..g", "./../g", "g/./h", "g/../h", "g;x=1/../y", "g?y/./x", "http:g", "https:x", "C:/x", "\\x", "//h:99/p", "x y", "é", "%2e%2e/z"];
const rows = {};
for (const base of bases) rows[base] = inputs.map((input) => (URL.canParse(input, base) ? new URL(input, base).href : "-"));
rows.objects = [new URL("x", new URL("http://a/b/")).href, new URL(new URL("http://a/b/")).href, String(new URL({ toString: () => "http://o/" }))];
return rows;
