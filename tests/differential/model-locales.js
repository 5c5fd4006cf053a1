// A program as models write them: amounts and dates in many locales.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const money = (n, c = 'USD', l = 'en-US') => new Intl.NumberFormat(l, { style: 'currency', currency: c }).format(n);
for (const [l, c] of [['en-US', 'USD'], ['en-IN', 'INR'], ['it-IT', 'EUR'], ['de-CH', 'CHF'], ['ja-JP', 'JPY'], ['pl-PL', 'PLN'], ['pt-PT', 'EUR'], ['sv-SE', 'SEK'], ['ko-KR', 'KRW'], ['es-MX', 'MXN'], ['fr-CA', 'CAD'], ['zh-TW', 'TWD'], ['tr-TR', 'TRY'], ['ru-RU', 'RUB'], ['nl-NL', 'EUR'], ['da-DK', 'DKK'], ['cs-CZ', 'CZK'], ['he-IL', 'ILS'], ['th-TH', 'THB'], ['en-AU', 'AUD']])
  show(l, money(-1234567.895, c, l), '|', money(0, c, l), '|', (1234.5).toLocaleString(l), '|', new Date(Date.UTC(2024, 0, 31, 13, 5)).toLocaleString(l, { timeZone: 'UTC' }), '|', new Date(0).toLocaleDateString(l, { dateStyle: 'long', timeZone: 'UTC' }));
const parts = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 }).formatToParts(123456789);
show(parts.map((p) => `${p.type}:${p.value}`).join(' '));
show(new Intl.NumberFormat('de-DE', { style: 'unit', unit: 'liter', unitDisplay: 'long' }).format(16), new Intl.NumberFormat('en', { notation: 'compact' }).format(1.5e6));
}
