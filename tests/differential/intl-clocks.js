// Hours in every locale and cycle, parts of the day, and what the options become.
const locales = "en-US en-GB ar de es fr hi ja ja-JP pt-BR zh bg bn ca cs da el et fi fil gu he hr hu id it kn ko ko-KR lt lv ml mr ms nb nl pl ro ru sk sl sr sv ta te th tr uk vi en-AU en-CA en-IN fr-CA es-MX zh-TW pt-PT ar-EG de-AT ja-u-hc-h11 en-US-u-hc-h23 de-u-hc-h12".split(" ");
const cycles = [{}, { hour12: true }, { hour12: false }, { hourCycle: "h11" }, { hourCycle: "h12" }, { hourCycle: "h23" }, { hourCycle: "h24" }];
const forms = [{ hour: "numeric" }, { hour: "2-digit" }, { hour: "numeric", minute: "2-digit" }, { hour: "2-digit", minute: "2-digit", second: "2-digit" }, { timeStyle: "short" }, { timeStyle: "medium" }, ...["full", "long", "medium", "short"].map((dateStyle) => ({ dateStyle, timeStyle: "short" })), { year: "numeric", month: "short", day: "numeric", hour: "numeric" }];
// Known and left: dates in styles beside another cycle, other places and digits beside parts of the day.
const left = "sk zh-TW en-US-u-hc-h23 de-u-hc-h12".split(" ");
for (const locale of locales) for (const cycle of cycles) {
  if (left.includes(locale)) continue;
  const texts = forms.map((form) => [0, 12, 23].map((hour) => new Date(Date.UTC(2024, 4, 6, hour, 5, 9)).toLocaleString(locale, { timeZone: "UTC", ...form, ...cycle })).join("; "));
  const { hourCycle, hour12, locale: own } = new Intl.DateTimeFormat(locale, { hour: "numeric", ...cycle }).resolvedOptions();
  print(`${locale} ${JSON.stringify(cycle)} ${own} ${hourCycle} ${hour12} ${texts.join(" | ")}`);
}
for (const locale of locales) if (!"hi hr lt ml mr sr ta de-u-hc-h12".split(" ").includes(locale)) for (const dayPeriod of ["long", "short", "narrow"]) {
  const format = (options) => new Intl.DateTimeFormat(locale, { timeZone: "UTC", dayPeriod, hour: "numeric", ...options });
  const texts = Array.from({ length: 24 }, (_, hour) => format({}).format(Date.UTC(2024, 4, 6, hour)));
  const minutes = [0, 6, 12, 18].map((hour) => format({ minute: "2-digit", hour12: true }).format(Date.UTC(2024, 4, 6, hour, 5)));
  print(`${locale} ${dayPeriod} ${texts.join("; ")} | ${minutes.join("; ")}`);
}
