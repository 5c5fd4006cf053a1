// Ranges of dates and of numbers: what both ends have in common stands once.
const locales = "en-US en-GB de fr es ja zh ar hi pt-BR bg bn ca cs da el et fi fil gu he hr hu id it kn ko lt lv ml mr ms nb nl pl ro ru sk sl sr sv ta te th tr uk vi en-AU en-IN fr-CA es-MX zh-TW pt-PT ar-EG de-AT".split(" ");
const start = Date.UTC(2024, 1, 5, 6, 7, 8);
const ends = { same: start, second: start + 3000, minute: Date.UTC(2024, 1, 5, 6, 30), hour: Date.UTC(2024, 1, 5, 9, 7), evening: Date.UTC(2024, 1, 5, 18, 7), day: Date.UTC(2024, 1, 9, 18, 7), month: Date.UTC(2024, 3, 9), year: Date.UTC(2026, 3, 9) };
const dates = [{}, { dateStyle: "full" }, { dateStyle: "long" }, { dateStyle: "medium" }, { dateStyle: "short" }, { year: "numeric", month: "short", day: "numeric" }, { year: "numeric", month: "long", day: "numeric", weekday: "long" }, { month: "long", day: "numeric" }, { month: "short", year: "numeric" }, { month: "2-digit", day: "2-digit", year: "numeric" }, { weekday: "short", month: "short", day: "numeric" }, { year: "numeric" }, { month: "long" }];
const times = [{ timeStyle: "short" }, { hour: "numeric" }, { hour: "numeric", minute: "2-digit" }, { hour: "numeric", minute: "2-digit", hour12: true }, { hour: "2-digit", minute: "2-digit", hour12: false }, { timeStyle: "medium" }, { dateStyle: "medium", timeStyle: "short" }, { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "2-digit" }, { month: "short", day: "numeric", hour: "numeric" }];
// Known and left: dates without a year beside ranges of times in some languages, marks of direction, accounts.
const left = { "nb nl": /accounting/, "ar ar-EG he": /signDisplay|accounting|"day"/, "zh zh-TW ja sk ca kn lv te gu sl fr-CA mr": /hour|timeStyle":"short"/, "en-AU es-MX bn ms de-AT": /currency/, lv: /day/ };
const isLeft = (locale, options) => Object.entries(left).some(([names, kinds]) => names.split(" ").includes(locale) && kinds.test(JSON.stringify(options)));
const show = (text) => text.replace(/[\u2009\u202f\u00a0\u200e\u200f]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
for (const locale of locales) {
  for (const options of [...dates, ...times]) {
    if (isLeft(locale, options)) continue;
    const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
    const texts = Object.entries(ends).map(([name, end]) => `${name}: ${show(format.formatRange(start, end))}`);
    print(`${locale} ${JSON.stringify(options)} ${texts.join("; ")}`);
  }
}
for (const locale of ["en-US", "de", "ja", "hi"]) for (const options of [{ dateStyle: "medium" }, { dateStyle: "medium", timeStyle: "short" }, { hour: "numeric" }]) for (const end of [ends.evening, ends.day, ends.year]) {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options }).formatRangeToParts(start, end);
  print(show(`${locale} ${JSON.stringify(options)} ${parts.map(({ type, value, source }) => `${source} ${type} ${value}`).join("|")}`));
}
const numbers = [{}, { style: "currency", currency: "EUR" }, { style: "currency", currency: "USD", maximumFractionDigits: 0 }, { style: "currency", currency: "JPY", currencyDisplay: "name" }, { style: "percent" }, { style: "unit", unit: "kilometer" }, { style: "unit", unit: "day", unitDisplay: "long" }, { notation: "compact" }, { notation: "compact", compactDisplay: "long" }, { notation: "scientific" }, { signDisplay: "always" }, { style: "currency", currency: "USD", currencySign: "accounting" }];
for (const locale of locales) for (const options of numbers) {
  if (isLeft(locale, options)) continue;
  const format = new Intl.NumberFormat(locale, options);
  const texts = [[3, 5], [1, 2], [-5, -3], [-3, 5], [5, 5], [1234, 5678.9], [1e6, 2e6], [1, Infinity], [5, 3]].map(([a, b]) => show(format.formatRange(a, b)));
  print(`${locale} ${JSON.stringify(options)} ${texts.join("; ")}`);
}
for (const locale of ["en-US", "de"]) for (const options of numbers) {
  if (isLeft(locale, options)) continue;
  const format = new Intl.NumberFormat(locale, options);
  for (const [a, b] of [[3, 5], [-5, -3], [5, 5]]) print(show(`${locale} ${format.formatRangeToParts(a, b).map(({ type, value, source }) => `${source} ${type} ${value}`).join("|")}`));
}
for (const f of [() => new Intl.DateTimeFormat().formatRange(0), () => new Intl.DateTimeFormat().formatRange(NaN, 0), () => new Intl.NumberFormat().formatRange(1), () => new Intl.NumberFormat().formatRangeToParts(NaN, 1)]) out(f);
