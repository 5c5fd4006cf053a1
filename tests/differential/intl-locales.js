// Locales beyond the ten of the other files: what programs use most, and how the locale is called.
const locales = "it-IT en-IN nl-NL sv-SE pl-PL ru-RU ko-KR tr-TR pt-PT en-CA en-AU en-NZ en-ZA en-IE en-SG en-HK de-AT de-CH fr-CA fr-CH fr-BE es-MX es-AR es-US es-CL es-CO es-419 zh-TW zh-HK zh-CN zh-Hant zh-Hans da-DK nb-NO no-NO fi-FI cs-CZ sk-SK hu-HU ro-RO bg-BG hr-HR sr-RS sl-SI uk-UA el-GR he-IL th-TH vi-VN id-ID ms-MY fil-PH bn-BD ta-IN te-IN mr-IN gu-IN kn-IN ml-IN ca-ES et-EE lv-LV lt-LT ar-SA ar-AE ar-MA nl-BE it-CH it sv de-LI en-DE tlh".split(" ");
const numbers = [1234.5, -1234567.891, 0.256];
const forms = [{}, { style: "currency", currency: "EUR" }, { style: "currency", currency: "USD" }, { style: "currency", currency: "INR", maximumFractionDigits: 0 }, { style: "percent" }, { notation: "compact" }, { notation: "compact", compactDisplay: "long" }, { notation: "compact", style: "currency", currency: "GBP" }, { style: "unit", unit: "day", unitDisplay: "long" }, { style: "currency", currency: "USD", currencySign: "accounting" }, { minimumFractionDigits: 2, signDisplay: "always" }];
const moments = [Date.UTC(2024, 2, 5, 15, 7, 8), Date.UTC(2023, 10, 22, 4, 5, 6)];
const dates = [{}, { dateStyle: "full" }, { dateStyle: "long", timeStyle: "short" }, { dateStyle: "medium" }, { dateStyle: "short", timeStyle: "medium" }, { year: "numeric", month: "long", day: "numeric" }, { year: "numeric", month: "2-digit", day: "2-digit" }, { weekday: "short", month: "short", day: "numeric" }, { month: "long", year: "numeric" }, { month: "short" }, { hour: "2-digit", minute: "2-digit" }, { hour: "numeric", minute: "2-digit", hour12: true }, { weekday: "long", year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" }, { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone: "America/New_York" }, { timeZoneName: "long" }, { era: "short", year: "numeric" }];
for (const l of locales) {
  print(`${l} is ${new Intl.NumberFormat(l).resolvedOptions().locale} ${new Intl.DateTimeFormat(l).resolvedOptions().calendar} ${new Intl.NumberFormat(l).resolvedOptions().numberingSystem} ${Intl.NumberFormat.supportedLocalesOf(l)}`);
  for (const o of forms) print(`${l} ${JSON.stringify(o)} → ${numbers.map((n) => n.toLocaleString(l, o)).join(" | ")}`);
  for (const o of dates) print(`${l} ${JSON.stringify(o)} → ${moments.map((t) => new Date(t).toLocaleString(l, { timeZone: "UTC", ...o })).join(" | ")}`);
  const cardinal = new Intl.PluralRules(l), ordinal = new Intl.PluralRules(l, { type: "ordinal" });
  print(`${l} plural ${[0, 1, 2, 3, 5, 11, 21, 22, 101, 1.5, 1e6].map((n) => `${n}:${cardinal.select(n)}/${ordinal.select(n)}`).join(" ")} ${cardinal.resolvedOptions().pluralCategories}`);
  print(`${l} lists ${["conjunction", "disjunction", "unit"].map((type) => new Intl.ListFormat(l, { type }).format(["A", "B", "C"])).join(" | ")}`);
  const relative = new Intl.RelativeTimeFormat(l, { numeric: "auto" });
  print(`${l} relative ${["second", "hour", "day", "month", "year"].map((unit) => [-2, -1, 0, 1, 5].map((n) => relative.format(n, unit)).join(", ")).join(" | ")}`);
}
