// Writes the locale tables of `crates/engine/src/builtins/intl/data/` from the CLDR data inside Node 24 or newer:
//
//   node xtask/intl/generate.mjs crates/engine/src/builtins/intl/data
//
// Node's own formatters are sampled; templates are what is left when the variable parts are taken out.
import { writeFileSync, mkdirSync } from 'node:fs';

const target = process.argv[2];
const locales = ['en-US', 'en-GB', 'de', 'fr', 'es', 'ja', 'zh', 'ar', 'ar-EG', 'hi', 'pt-BR'];
const currencies = ('USD EUR GBP JPY CNY INR BRL CAD AUD MXN CHF KRW SEK NOK DKK PLN CZK HUF RUB TRY ILS SAR AED EGP ' +
  'ZAR SGD HKD NZD THB IDR MYR PHP VND TWD ARS CLP COP PEN UAH NGN KES PKR BDT RON KWD BHD').split(' ');
const units = ('acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram ' +
  'hectare hour inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile ' +
  'mile-scandinavian milliliter millimeter millisecond minute month nanosecond ounce percent petabyte pound second ' +
  'stone terabit terabyte week yard year kilometer-per-hour mile-per-hour meter-per-second liter-per-kilometer ' +
  'mile-per-gallon').split(' ');
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];
const samples = { zero: [0], one: [1], two: [2], few: [3, 103], many: [11, 1000000], other: [2, 5, 100, 1.5] };

const text = (value) => '"' + value.replace(/[\\"]/g, '\\$&').replace(/[^\x20-\x7e]/g, (c) =>
  /[\p{L}\p{M}\p{N}¤€£¥₹₽°′″]/u.test(c) && !/\p{M}/u.test(c) ? c : `\\u{${c.codePointAt(0).toString(16)}}`) + '"';
const numberTypes = new Set(['integer', 'group', 'decimal', 'fraction', 'nan', 'infinity', 'exponentInteger',
  'exponentSeparator', 'exponentMinusSign']);

// The template of a formatted number: {0} number, {-} sign, {c} currency, {%} percent sign.
function numberTemplate(parts) {
  let out = '';
  for (const { type, value } of parts) {
    if (numberTypes.has(type)) { if (!out.endsWith('{0}')) out += '{0}'; }
    else if (type === 'minusSign' || type === 'plusSign') out += '{-}';
    else if (type === 'currency') out += '{c}';
    else if (type === 'percentSign') out += '{%}';
    else out += value;
  }
  return out;
}

const partOf = (parts, type) => parts.find((part) => part.type === type)?.value ?? '';
const byCategory = (map) => {
  const other = map.get('other') ?? [...map.values()][0];
  const entries = [['other', other], ...[...map].filter(([category, value]) => category !== 'other' && value !== other)];
  return `&[${entries.map(([category, value]) => `(Category::${category[0].toUpperCase()}${category.slice(1)}, ${text(value)})`).join(', ')}]`;
};

function pluralMap(locale, format) {
  const rules = new Intl.PluralRules(locale);
  const map = new Map();
  for (const category of categories) {
    for (const n of samples[category]) {
      if (rules.select(n) === category && !map.has(category)) map.set(category, format(n));
    }
  }
  return map;
}

function compactTable(locale, options) {
  const rows = [];
  for (let e = 3; e <= 14; e++) {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', ...options });
    const digits = format.formatToParts(2 * 10 ** e).filter((p) => p.type === 'integer').map((p) => p.value).join('').length;
    const divisor = e - (digits - 1);
    const map = new Map();
    const rules = new Intl.PluralRules(locale);
    for (const m of [1, 2, 3, 5, 1.5, 2.5, 10, 11, 20, 100, 102, 103, 111, 200, 1000, 2000, 10000, 20000]) {
      if (m < 10 ** (digits - 1) || m >= 10 ** digits) continue;
      let category = rules.select(m);
      // Millions and more are "many" in some languages unless they are singular.
      if (category === 'other' && divisor >= 6 && rules.resolvedOptions().pluralCategories.includes('many') && !locale.startsWith('ar')) category = 'many';
      // "mille" stands without its number; the number is kept.
      const shape = numberTemplate(format.formatToParts(m * 10 ** divisor).map((p) => p.type === 'compact' ? { type: 'literal', value: p.value } : p));
      if (!map.has(category) && shape.includes('{0}')) map.set(category, shape);
    }
    if (!map.has('other')) map.set('other', map.get('many') ?? [...map.values()].at(-1) ?? '{0}');
    rows.push(`(${divisor}, ${byCategory(map)})`);
  }
  return `&[\n        ${rows.join(',\n        ')},\n    ]`;
}

function numberData(locale) {
  const nf = (o) => new Intl.NumberFormat(locale, o);
  const parts = nf().formatToParts(-12345678901.5);
  const groups = parts.filter((p) => p.type === 'integer').map((p) => p.value.length);
  const minimum = nf().formatToParts(1234).some((p) => p.type === 'group') ? 1 : 2;
  const forms = (o) => `[${text(numberTemplate(nf(o).formatToParts(1)))}, ${text(numberTemplate(nf(o).formatToParts(-1)))}]`;
  const name = nf({ style: 'currency', currency: 'USD', currencyDisplay: 'name' }).formatToParts(2);
  const rows = currencies.map((code) => {
    const get = (currencyDisplay) => partOf(nf({ style: 'currency', currency: code, currencyDisplay }).formatToParts(1), 'currency');
    const names = pluralMap(locale, (n) => partOf(nf({ style: 'currency', currency: code, currencyDisplay: 'name', maximumFractionDigits: n % 1 ? 1 : 0, minimumFractionDigits: 0 }).formatToParts(n), 'currency'));
    return `("${code}", ${text(get('symbol'))}, ${text(get('narrowSymbol'))}, ${byCategory(names)})`;
  });
  const unitRows = units.map((unit) => {
    const displays = ['short', 'narrow', 'long'].map((unitDisplay) => byCategory(pluralMap(locale, (n) => {
      const p = nf({ style: 'unit', unit, unitDisplay }).formatToParts(n);
      return numberTemplate(p).replace(/^$/, '{0}');
    })));
    return `("${unit}", [${displays.join(', ')}])`;
  });
  return `NumberData {
    decimal: ${text(partOf(parts, 'decimal'))},
    group: ${text(partOf(parts, 'group'))},
    minus: ${text(partOf(parts, 'minusSign'))},
    plus: ${text(partOf(nf({ signDisplay: 'always' }).formatToParts(1), 'plusSign'))},
    percent: ${text(partOf(nf({ style: 'percent' }).formatToParts(1), 'percentSign'))},
    nan: ${text(partOf(nf().formatToParts(NaN), 'nan'))},
    exponent: ${text(partOf(nf({ notation: 'scientific' }).formatToParts(12345), 'exponentSeparator'))},
    primary: ${groups.at(-1)},
    secondary: ${groups.at(-2)},
    minimum_grouping: ${minimum},
    decimal_forms: ${forms({})},
    percent_forms: ${forms({ style: 'percent' })},
    currency_forms: ${forms({ style: 'currency', currency: 'USD' })},
    accounting_forms: ${forms({ style: 'currency', currency: 'USD', currencySign: 'accounting' })},
    currency_name_form: ${text(numberTemplate(name))},
    compact_short: ${compactTable(locale, { compactDisplay: 'short' })},
    compact_long: ${compactTable(locale, { compactDisplay: 'long' })},
    compact_currency: ${compactTable(locale, { compactDisplay: 'short', style: 'currency', currency: 'USD' })},
    currencies: &[
        ${rows.join(',\n        ')},
    ],
    units: &[
        ${unitRows.join(',\n        ')},
    ],
}`;
}

// ── Dates ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const moment = Date.UTC(2004, 1, 5, 6, 7, 8);
const widths = ['long', 'short', 'narrow'];

function dateData(locale) {
  const dtf = (o) => new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { timeZone: 'UTC', ...o });
  const format = (o, t = Date.UTC(2004, 2, 5, 15, 17, 18)) => dtf(o).format(t);
  const monthLists = [];
  for (const context of [{ day: 'numeric' }, {}]) for (const month of widths) {
    monthLists.push(Array.from({ length: 12 }, (_, m) => partOf(dtf({ month, ...context }).formatToParts(Date.UTC(2004, m, 5)), 'month')));
  }
  const weekdayLists = [{}, { month: 'short', day: 'numeric' }].flatMap((context) => widths.map((weekday) => Array.from({ length: 7 }, (_, d) => partOf(dtf({ weekday, ...context }).formatToParts(Date.UTC(2004, 1, 1 + d)), 'weekday'))));
  const weekdayTokens = ['EEEE', 'E', 'EEEEE', 'eeee', 'eee', 'eeeee'];
  const eras = widths.map((era) => [-1e14, moment].map((t) => partOf(dtf({ era, year: 'numeric' }).formatToParts(t), 'era')));
  const periods = [6, 18].map((h) => partOf(dtf({ hour: 'numeric', hour12: true }).formatToParts(Date.UTC(2004, 2, 5, h)), 'dayPeriod'));
  const monthTokens = ['MMMM', 'MMM', 'MMMMM', 'LLLL', 'LLL', 'LLLLL'];
  const pattern = (options, time = moment) => dtf(options).formatToParts(time).map(({ type, value }) => {
    switch (type) {
      case 'literal': return value;
      case 'year': return value.length === 2 ? '{yy}' : '{y}';
      case 'month': {
        const number = new Date(time).getUTCMonth() + 1;
        if (value === `${number}`) return '{M}';
        if (value === `0${number}`) return '{MM}';
        const width = { long: 0, short: 1, narrow: 2 }[options.month] ?? 0;
        const order = [width, width + 3, 0, 1, 2, 3, 4, 5];
        return `{${monthTokens[order.find((at) => monthLists[at][number - 1] === value)] ?? `?${value}`}}`;
      }
      case 'day': return value === '05' ? '{dd}' : value === '5' ? '{d}' : `{d}${value.slice(1)}`;
      case 'weekday': {
        const width = { long: 0, short: 1, narrow: 2 }[options.weekday] ?? 0;
        return `{${weekdayTokens[[width, width + 3, 0, 1, 2, 3, 4, 5].find((at) => weekdayLists[at][new Date(time).getUTCDay()] === value)]}}`;
      }
      case 'hour': return value.length === 2 ? (options.hour12 ? '{hh}' : '{HH}') : (options.hour12 ? '{h}' : '{H}');
      case 'minute': return value.length === 2 ? '{mm}' : '{m}';
      case 'second': return value.length === 2 ? '{ss}' : '{s}';
      case 'dayPeriod': return '{a}';
      case 'timeZoneName': return '{z}';
      case 'era': return '{G}';
      default: throw new Error(`${locale}: ${type}`);
    }
  }).join('');
  const unique = [''];
  const index = (p) => { if (!unique.includes(p)) unique.push(p); return unique.indexOf(p); };
  const isH12 = dtf({ hour: 'numeric' }).resolvedOptions().hour12;
  const dates = [];
  for (const weekday of [undefined, 'long', 'short', 'narrow'])
    for (const year of [undefined, 'numeric', '2-digit'])
      for (const month of [undefined, 'numeric', '2-digit', 'long', 'short', 'narrow'])
        for (const day of [undefined, 'numeric', '2-digit'])
          dates.push(weekday || year || month || day ? index(pattern({ weekday, year, month, day })) : 0);
  const times = [];
  for (const hour of [undefined, 'numeric', '2-digit'])
    for (const minute of [undefined, '2-digit'])
      for (const second of [undefined, '2-digit'])
        for (const hour12 of [true, false])
          times.push(hour || minute || second ? index(pattern({ hour, minute, second, hour12 })) : 0);
  const styles = ['full', 'long', 'medium', 'short'];
  // Styles hide which fields they have, so that month and weekday widths are told from their text.
  // September is written in full and cut alike in no locale; its number has one digit.
  const september = Date.UTC(2004, 8, 5);
  const dateStyles = styles.map((dateStyle) => index(pattern({ dateStyle, month: undefined }, september)));
  const clock = (minute) => dtf({ hour: 'numeric', minute, hour12: false }).format(moment);
  const padsHours = clock('numeric').length > clock('2-digit').length;
  const timeStyles = [true, false].map((hour12) => styles.map((timeStyle) => index(dtf({ timeStyle, hour12 }).formatToParts(moment).map(({ type, value }) => ({
    literal: value, hour: value.length === 2 ? (hour12 ? '{hh}' : '{HH}') : (hour12 ? '{h}' : '{H}'), minute: '{mm}', second: '{ss}', dayPeriod: '{a}', timeZoneName: timeStyle === 'full' ? '{zzzz}' : '{z}',
  })[type]).join(''))));
  const join = (whole, date, time) => {
    const all = format({ ...whole, ...date, ...time });
    const result = all.replace(format(date), '{1}').replace(format(time), '{0}');
    if (!result.includes('{1}') || !result.includes('{0}')) console.error(locale, 'join', JSON.stringify([all, format(date), format(time)]));
    return result.includes('{1}') && result.includes('{0}') ? result : '{1} {0}';
  };
  const time = { hour: 'numeric', minute: '2-digit' };
  const joins = [
    join({}, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, time),
    join({}, { year: 'numeric', month: 'long', day: 'numeric' }, time),
    join({}, { year: 'numeric', month: 'short', day: 'numeric' }, time),
    join({}, { year: 'numeric', month: 'numeric', day: 'numeric' }, time),
    join({}, { weekday: 'short' }, time),
  ];
  const styleJoins = styles.map((dateStyle) => join({}, { dateStyle }, { timeStyle: 'short' }));
  const zoneForm = (() => {
    const t = format({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
    const all = format({ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
    return all.replace(t, '{0}').replace('UTC', '{z}');
  })();
  const eraForm = (o) => {
    const d = format(o);
    const parts = dtf({ ...o, era: 'short' }).formatToParts(Date.UTC(2004, 2, 5, 15, 17, 18));
    const all = parts.map((p) => p.type === 'era' ? '{G}' : p.value).join('');
    const result = all.replace(d, '{1}');
    return result.includes('{1}') ? result : '{1} {G}';
  };
  const gmt = partOf(dtf({ timeZone: 'Asia/Kolkata', hour: 'numeric', timeZoneName: 'shortOffset' }).formatToParts(moment), 'timeZoneName');
  const zones = ['UTC', 'Europe/London', 'Europe/Berlin', 'Europe/Athens', 'Europe/Lisbon', 'Europe/Moscow', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage', 'Pacific/Honolulu', 'America/Sao_Paulo', 'Asia/Tokyo', 'Asia/Seoul', 'Asia/Shanghai', 'Asia/Kolkata', 'Asia/Dubai', 'Asia/Singapore', 'Australia/Sydney', 'Pacific/Auckland'];
  const zoneNames = zones.map((timeZone) => {
    const at = (t) => partOf(dtf({ timeZone, timeZoneName: 'long' }).formatToParts(t), 'timeZoneName');
    const january = at(Date.UTC(2024, 0, 5)), july = at(Date.UTC(2024, 6, 5));
    const south = ['Australia/Sydney', 'Pacific/Auckland'].includes(timeZone);
    return `("${timeZone}", ${text(south ? july : january)}, ${text(south ? january : july)})`;
  });
  const list = (values) => `[${values.map(text).join(', ')}]`;
  return `DateData {
    months: [
        ${monthLists.map(list).join(',\n        ')},
    ],
    weekdays: [
        ${weekdayLists.map(list).join(',\n        ')},
    ],
    eras: [${eras.map(list).join(', ')}],
    periods: ${list(periods)},
    hour12: ${isH12},
    pads_hours: ${padsHours},
    dates: &[${dates.join(', ')}],
    times: &[${times.join(', ')}],
    date_styles: [${dateStyles.join(', ')}],
    time_styles: [${timeStyles.map((row) => `[${row.join(', ')}]`).join(', ')}],
    joins: ${list(joins)},
    style_joins: ${list(styleJoins)},
    zone_form: ${text(zoneForm)},
    zone_two_digit: ${partOf(dtf({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short', hour12: isH12 }).formatToParts(moment), 'hour').length === 2},
    era_forms: [${text(eraForm({ year: 'numeric' }))}, ${text(eraForm({ year: 'numeric', month: 'numeric', day: 'numeric' }))}, ${text(eraForm({ year: 'numeric', month: 'long', day: 'numeric' }))}],
    offset_prefix: ${text(gmt.replace(/[+\u2212-].*$/, ''))},
    zones: &[
        ${zoneNames.join(',\n        ')},
    ],
    patterns: &[
        ${unique.map(text).join(',\n        ')},
    ],
}`;
}

// ── Lists and relative times ─────────────────────────────────────────────────────────────────────────────────────────

function listData(locale) {
  const rows = [];
  for (const type of ['conjunction', 'disjunction', 'unit']) for (const style of ['long', 'short', 'narrow']) {
    const format = new Intl.ListFormat(locale, { type, style });
    const glue = (items) => format.formatToParts(items).filter((p) => p.type === 'literal').map((p) => p.value);
    const [pair] = [...glue(['A', 'B']), ''];
    const four = glue(['A', 'B', 'C', 'D']);
    rows.push(`[${[pair, four[0] ?? '', four[1] ?? '', four[2] ?? ''].map(text).join(', ')}]`);
  }
  return `[\n        ${rows.join(',\n        ')},\n    ]`;
}

function relativeData(locale) {
  const rows = [];
  for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']) {
    for (const style of ['long', 'short', 'narrow']) {
      const format = new Intl.RelativeTimeFormat(locale, { style });
      const auto = new Intl.RelativeTimeFormat(locale, { style, numeric: 'auto' });
      const template = (n, sign) => format.formatToParts(n * sign, unit).reduce((out, p) => out + (p.type === 'literal' ? p.value : out.endsWith('{0}') ? '' : '{0}'), '');
      const future = byCategory(pluralMap(locale, (n) => template(n, 1)));
      const past = byCategory(pluralMap(locale, (n) => format.formatToParts(n === 0 ? -0 : -n, unit).reduce((out, p) => out + (p.type === 'literal' ? p.value : out.endsWith('{0}') ? '' : '{0}'), '')));
      const words = [-2, -1, 0, 1, 2].flatMap((n) => {
        const parts = auto.formatToParts(n, unit);
        return parts.length === 1 && parts[0].type === 'literal' ? [`(${n}, ${text(parts[0].value)})`] : [];
      });
      rows.push(`("${unit}", "${style}", RelativeForms { future: ${future}, past: ${past}, words: &[${words.join(', ')}] })`);
    }
  }
  return `&[\n        ${rows.join(',\n        ')},\n    ]`;
}

mkdirSync(target, { recursive: true });
// Locales of which only the differences to another one are written.
const kin = { 'ar-EG': 'ar' };
const types = {
  NUMBER: 'NumberData',
  DATE: 'DateData',
  LISTS: '[[&str; 4]; 9]',
  RELATIVE: '&[(&str, &str, RelativeForms)]',
};
const tablesOf = (locale) =>
  ({ NUMBER: numberData(locale), DATE: dateData(locale), LISTS: listData(locale), RELATIVE: relativeData(locale) });
const fieldsOf = (table) => [...table.matchAll(/^ {4}(\w+): ([^]*?),\n(?= {4}\w+:|\})/gm)].map(([, name, value]) => [name, value]);
const moduleOf = (locale) => locale.toLowerCase().replace('-', '_');

// A table as what differs from the one of the same name in another module.
function differences(table, other, from) {
  const known = new Map(fieldsOf(other));
  const changed = fieldsOf(table).filter(([name, value]) => known.get(name) !== value);
  return `NumberData {\n${changed.map(([name, value]) => `    ${name}: ${value},\n`).join('')}    ..${from}\n}`;
}

const modules = [];
for (const locale of locales) {
  const name = moduleOf(locale);
  modules.push(name);
  const tables = tablesOf(locale);
  const shared = [];
  if (kin[locale]) {
    const others = tablesOf(kin[locale]);
    const base = moduleOf(kin[locale]);
    for (const key of Object.keys(tables)) if (tables[key] === others[key]) { shared.push(key); delete tables[key]; }
    if (tables.NUMBER) tables.NUMBER = differences(tables.NUMBER, others.NUMBER, `super::${base}::NUMBER`);
  }
  const isBase = Object.values(kin).includes(locale);
  const written = Object.entries(tables).map(([key, value]) => `${isBase ? 'pub(super) ' : ''}const ${key}: ${types[key]} = ${value};\n`);
  const uses = ['Category', 'DateData', 'LocaleData', 'NumberData', 'RelativeForms'].filter((type) => type === 'LocaleData' || written.join('').includes(type));
  writeFileSync(`${target}/${name}.rs`, `//! Locale data of ${locale}, written by \`xtask/intl/generate.mjs\` from CLDR ${process.versions.cldr}
//! (© Unicode, Inc., Unicode License V3). Do not edit.

${shared.length ? `use super::${moduleOf(kin[locale])}::{${shared.join(', ')}};\n` : ''}use super::{${uses.join(', ')}};

pub(crate) static LOCALE: LocaleData = LocaleData {
    tag: "${locale}",
    zero: '${new Intl.NumberFormat(locale).format(0)}',
    number: NUMBER,
    date: DATE,
    lists: LISTS,
    relative: RELATIVE,
};

${written.join('\n')}`);
}
const digits = Intl.supportedValuesOf('currency').map((code) => [code, new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits]).filter(([, n]) => n !== 2);
writeFileSync(`${target}/currency_digits.rs`, `//! Currencies whose amounts do not have two decimal places, written by \`xtask/intl/generate.mjs\`. Do not edit.

pub(crate) static CURRENCY_DIGITS: &[(&str, u8)] = &[
    ${digits.map(([code, n]) => `("${code}", ${n})`).join(',\n    ')},
];
`);
// ── Names of languages, regions, scripts, currencies, calendars, fields ──────────────────────────────────────────────

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((a) => letters.map((b) => a + b));
const dialects = ('en-US en-GB en-CA en-AU es-419 es-ES es-MX fr-CA fr-CH pt-BR pt-PT de-AT de-CH zh-Hans zh-Hant ' +
  'nl-BE ro-MD ar-001 fa-AF sw-CD az-Arab sr-ME nds-NL').split(' ');
const longer = ('ast bho brx ceb chr ckb cmn csb dsb fil gsw haw hmn hsb kok lij mai mni nds nso pap pcm rom rup sat ' +
  'scn smn sms syr tlh tok vec wae yrl yue zgh und mul').split(' ');
const numbers = '001 002 003 005 009 011 013 014 015 017 018 019 021 029 030 034 035 039 053 054 057 061 142 143 145 150 151 154 155 202 419'.split(' ');
const scripts = ('Adlm Arab Armn Beng Bopo Brai Cakm Cans Cher Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hans Hant ' +
  'Hebr Hira Jpan Kana Khmr Knda Kore Laoo Latn Mlym Mong Mymr Nkoo Olck Orya Sinh Sund Syrc Taml Telu Tfng Thaa Thai ' +
  'Tibt Yiii Zinh Zmth Zsye Zsym Zxxx Zyyy Zzzz').split(' ');
const calendars = ('buddhist chinese coptic dangi ethioaa ethiopic gregory hebrew indian islamic islamic-civil ' +
  'islamic-rgsa islamic-tbla islamic-umalqura iso8601 japanese persian roc').split(' ');
const fields = 'era year quarter month weekOfYear weekday day dayPeriod hour minute second timeZoneName'.split(' ');

function nameTable(locale) {
  const rows = [];
  const add = (type, codes) => {
    const of = ['long', 'short', 'narrow'].map((style) => new Intl.DisplayNames(locale, { type, style, fallback: 'none' }));
    for (const code of codes) {
      const [long, short, narrow] = of.map((names) => { try { return names.of(code); } catch { return undefined; } });
      if (long === undefined) continue;
      rows.push([type, code, long, ...(short !== long || narrow !== short ? [short === long ? '' : short] : []), ...(narrow !== short ? [narrow] : [])].join('\t'));
    }
  };
  const plain = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  const standard = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' });
  add('language', [...pairs.filter((code) => new Intl.Locale(code).language === code), ...longer,
    ...dialects.filter((tag) => ['long', 'short'].some((style) => ['dialect', 'standard']
      .map((languageDisplay) => new Intl.DisplayNames(locale, { type: 'language', style, languageDisplay }).of(tag))
      .reduce((a, b) => a !== b)))].filter((code) => plain.of(code)));
  add('region', [...pairs.map((code) => code.toUpperCase()), ...numbers]);
  add('script', scripts);
  add('currency', [...new Set([...Intl.supportedValuesOf('currency'), 'XXX'])]);
  add('calendar', calendars);
  add('dateTimeField', fields);
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const scriptNames = new Intl.DisplayNames(locale, { type: 'script' });
  const whole = standard.of('tr-Latn-KE');
  const inner = `${scriptNames.of('Latn')}\0${regions.of('KE')}`.split('\0');
  const glue = whole.slice(whole.indexOf(inner[0]) + inner[0].length, whole.indexOf(inner[1]));
  rows.push(`pattern\tlocale\t${standard.of('tr-KE').replace(standard.of('tr'), '{0}').replace(regions.of('KE'), '{1}')}`);
  rows.push(`pattern\tlist\t${glue}`);
  return rows.join('\n') + '\n';
}

mkdirSync(`${target}/names`, { recursive: true });
for (const locale of locales) if (!kin[locale]) writeFileSync(`${target}/names/${locale}.txt`, nameTable(locale));
console.log(modules.join(' '));
