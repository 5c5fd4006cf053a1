// Lone surrogates are kept in lists, and differ from each other in orders.
const codes = (text) => [...text].map((c) => c.codePointAt(0).toString(16)).join(" ");
const words = ["\ud800", "a\udc00", "\ud83d\ude00", "x", "\udfffz", "\ud800\ud800"];
for (const locale of ["en", "de", "es", "ja"]) for (const type of ["conjunction", "disjunction", "unit"]) for (const n of [1, 2, 3, 6]) {
  const format = new Intl.ListFormat(locale, { type });
  print(`${locale} ${type} ${codes(format.format(words.slice(0, n)))} ${format.formatToParts(words.slice(0, n)).map((part) => `${part.type} ${codes(part.value)}`).join("|")}`);
}
const more = [...words, "\udc00", "\ufffd", "a", "\ud800a", "a\ud800", "\uffff", "\udbff", "\udfff", "一", "\ud800\udc00", "é", "", "1"];
for (const locale of ["en", "sv", "ja"]) for (const a of more) print(`${locale} ${codes(a)} ${more.map((b) => new Intl.Collator(locale).compare(a, b)).join()}`);
print(more.toSorted(new Intl.Collator("en").compare).map(codes).join("|"));
