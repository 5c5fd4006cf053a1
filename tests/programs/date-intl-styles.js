// Styles, fields and locales of dates.
const d = new Date(Date.UTC(2024, 10, 5, 9, 7, 3));
const locales = ["en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "ja-JP", "pt-BR", "zh-CN"];
const styles = ["short", "medium", "long", "full"];
return {
  dates: locales.map((l) => styles.map((dateStyle) => d.toLocaleDateString(l, { dateStyle, timeZone: "UTC" }))),
  times: locales.map((l) => ["short", "medium"].map((timeStyle) => d.toLocaleTimeString(l, { timeStyle, timeZone: "UTC" }))),
  fields: [{ month: "long" }, { month: "narrow" }, { weekday: "short", day: "numeric" }, { year: "2-digit", month: "2-digit" }, { hour: "numeric" }, { hour: "2-digit", minute: "2-digit", hour12: false }, { minute: "2-digit", second: "2-digit" }, { era: "short", year: "numeric" }, { dayPeriod: "long", hour: "numeric" }, { month: "long", year: "numeric" }, { weekday: "long" }, { fractionalSecondDigits: 3, second: "numeric" }].map((o) => new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...o }).format(d)),
  defaults: [d.toLocaleString("en-US", { timeZone: "UTC" }), d.toLocaleDateString("de-DE", { timeZone: "UTC" }), d.toLocaleTimeString("en-GB", { timeZone: "UTC" })],
};
