// Compact numbers of every size, also with units, currencies and percent signs, whose words depend on the whole number.
const locales = "en-US en-GB ar ar-EG de es fr hi ja pt-BR zh bg bn ca cs da el et fi fil gu he hr hu id it kn ko lt lv ml mr ms nb nl pl ro ru sk sl sr sv ta te th tr uk vi en-IN fr-CA es-MX zh-TW pt-PT de-CH".split(" ");
const forms = [{}, { compactDisplay: "long" }, { style: "currency", currency: "EUR" }, { style: "currency", currency: "JPY", currencyDisplay: "name" }, { style: "percent" }, { style: "unit", unit: "meter" }, { style: "unit", unit: "day", unitDisplay: "long" }, { maximumFractionDigits: 2 }, { signDisplay: "always" }, { useGrouping: false }];
const numbers = [0, 1, 12, 999, 1000, 1234, 12345, 123456, 999999, 1e6, 1.5e6, 2e6, -1234567, 12345678, 99999999, 999999999, 1e9, 1e12, 1.5e14, 1e15, 12345678901234568, 123456789012345680];
for (const locale of locales) for (const form of forms) {
  // Known and left: words that stand without their number, in the long form of some languages.
  if (form.compactDisplay && /^(fr|it|fil)/.test(locale)) continue;
  const format = new Intl.NumberFormat(locale, { notation: "compact", ...form });
  print(`${locale} ${JSON.stringify(form)} ${numbers.map((n) => format.format(n)).join("; ")}`);
}
for (const locale of locales) print(`${locale} ${[1e20, 1e22, 1.2345e25, -1.7976931348623157e308].map((n) => new Intl.NumberFormat(locale, { notation: "compact" }).format(n)).join("; ")}`);
