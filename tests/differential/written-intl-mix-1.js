// A program as models write them; see what it returns.
await outAsync(async () => {
const d = new Date(Date.UTC(2024, 10, 5, 17, 4, 9, 7));
const L = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP', 'zh-CN', 'ar-EG', 'hi-IN', 'pt-BR', 'ko-KR', 'ru-RU', 'it-IT', 'nl-NL', 'sv-SE', 'pl-PL', 'tr-TR'];
return L.map(l => [l, d.toLocaleDateString(l), d.toLocaleTimeString(l), d.toLocaleString(l), d.toLocaleDateString(l, { weekday: 'short', month: 'short', day: 'numeric' }), d.toLocaleString(l, { dateStyle: 'full', timeStyle: 'long', timeZone: 'America/New_York' }), d.toLocaleString(l, { timeZone: 'Asia/Tokyo', hour12: true }), new Intl.DateTimeFormat(l, { year: 'numeric', month: 'long' }).format(d), (1234567.891).toLocaleString(l), (0.256).toLocaleString(l, { style: 'percent' }), (1e9).toLocaleString(l, { notation: 'compact' }), (1234.5).toLocaleString(l, { style: 'currency', currency: 'EUR' }), (-5).toLocaleString(l, { style: 'unit', unit: 'celsius' }), new Intl.ListFormat(l).format(['a', 'b', 'c']), new Intl.RelativeTimeFormat(l, { numeric: 'auto' }).format(-3, 'month'), new Intl.PluralRules(l).select(3), new Intl.DisplayNames(l, { type: 'region' }).of('US')]);
});
