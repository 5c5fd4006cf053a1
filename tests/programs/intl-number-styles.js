// Currencies, percents, units, compact forms, digits, signs.
const f = (n, o, l = "en-US") => new Intl.NumberFormat(l, o).format(n);
return {
  currency: ["USD", "EUR", "JPY", "GBP", "INR", "CHF", "BRL", "KRW"].map((currency) => [f(1234.567, { style: "currency", currency }), f(-0.5, { style: "currency", currency, currencyDisplay: "code" }), f(99, { style: "currency", currency, minimumFractionDigits: 0 })]),
  locales: ["en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "ja-JP", "pt-BR", "zh-CN", "hi-IN"].map((l) => [f(1234567.891, {}, l), f(0.125, { style: "percent" }, l), f(5000, { style: "currency", currency: "EUR" }, l)]),
  percent: [0, 0.5, 1, 0.12345, -0.07].map((n) => [f(n, { style: "percent" }), f(n, { style: "percent", minimumFractionDigits: 1 })]),
  compact: [0, 999, 1000, 1500, 12345, 999999, 1e6, 1234567, 1e9, 2.5e12, -1234].map((n) => [f(n, { notation: "compact" }), f(n, { notation: "compact", compactDisplay: "long" }), f(n, { notation: "compact", maximumFractionDigits: 2 })]),
  digits: [[1.005, { maximumFractionDigits: 2 }], [1, { minimumFractionDigits: 2 }], [123456, { maximumSignificantDigits: 3 }], [0.00012345, { maximumSignificantDigits: 2 }], [5, { minimumIntegerDigits: 3 }], [1e21, {}], [2.5, { maximumFractionDigits: 0 }], [3.5, { maximumFractionDigits: 0 }], [1234, { useGrouping: false }]].map(([n, o]) => f(n, o)),
  signs: ["auto", "always", "never", "exceptZero"].map((signDisplay) => [5, 0, -5].map((n) => f(n, { signDisplay }))),
  special: [NaN, Infinity, -Infinity, -0, 123n, "12.5", null, true].map((n) => f(n)), units: ["kilometer", "liter", "celsius", "byte", "hour", "mile-per-hour"].map((unit) => [f(16, { style: "unit", unit }), f(1, { style: "unit", unit, unitDisplay: "long" })]),
  accounting: f(-12.5, { style: "currency", currency: "USD", currencySign: "accounting" }), scientific: [f(123456, { notation: "scientific" }), f(123456, { notation: "engineering" })],
};
