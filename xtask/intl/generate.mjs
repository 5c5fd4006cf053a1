// Writes the locale tables of `crates/engine/src/builtins/intl/data/` from the CLDR data inside Node 24 or newer:
//
//   node xtask/intl/generate.mjs crates/engine/src/builtins/intl/data
//
// Node's own formatters are sampled; templates are what is left when the variable parts are taken out.
import { writeFileSync, mkdirSync } from 'node:fs';

const target = process.argv[2];
// Each language with locales that others are near to. The first is written whole, all others and the other regions of
// the language as what differs from the nearest of these.
const languages = {
  en: ['en-US', 'en-GB', 'en-001', 'en-AE'], ar: ['ar', 'ar-EG'], de: ['de'], es: ['es', 'es-419', 'es-MX'], fr: ['fr', 'fr-CA', 'fr-DZ'], hi: ['hi'], ja: ['ja'],
  pt: ['pt-BR', 'pt-PT'], zh: ['zh', 'zh-TW'], bg: ['bg'], bn: ['bn'], ca: ['ca'], cs: ['cs'], da: ['da'], el: ['el'],
  et: ['et'], fi: ['fi'], fil: ['fil'], gu: ['gu'], he: ['he'], hr: ['hr'], hu: ['hu'], id: ['id'], it: ['it'],
  kn: ['kn'], ko: ['ko'], lt: ['lt'], lv: ['lv'], ml: ['ml'], mr: ['mr'], ms: ['ms'], nb: ['nb'], nl: ['nl'],
  pl: ['pl'], ro: ['ro'], ru: ['ru'], sk: ['sk'], sl: ['sl'], sr: ['sr'], sv: ['sv'], ta: ['ta'], te: ['te'],
  th: ['th'], tr: ['tr'], uk: ['uk'], vi: ['vi'],
};
// Regions that differ much from all of these, and are in use nevertheless.
const wanted = new Set(('en-AU en-CA en-CH en-DE en-HK en-IE en-IL en-IN en-KE en-NG en-NL en-NZ en-PK en-SE en-SG en-ZA ' +
  'en-150 es-AR es-BO es-CL es-CO es-DO es-HN es-PA es-PE es-PR es-PY es-US es-UY fr-BE fr-CH zh-HK zh-SG ar-AE ar-IL ' +
  'ar-MA ar-SA de-AT de-CH it-CH pt-AO nl-BE ro-MD ms-SG').split(' '));
// Languages whose names of languages, regions and so on are written, too.
const named = ('en-US en-GB de fr es ja zh ar hi pt-BR pt-PT zh-TW it nl sv da nb fi pl cs hu ro uk ru el tr he ko th ' +
  'vi id').split(' ');
const currencies = ('USD EUR GBP JPY CNY INR BRL CAD AUD MXN CHF KRW SEK NOK DKK PLN CZK HUF RUB TRY ILS SAR AED EGP ' +
  'ZAR SGD HKD NZD THB IDR MYR PHP VND TWD ARS CLP COP PEN UAH NGN KES PKR BDT RON KWD BHD').split(' ');
const units = ('acre bit byte celsius centimeter day degree fahrenheit fluid-ounce foot gallon gigabit gigabyte gram ' +
  'hectare hour inch kilobit kilobyte kilogram kilometer liter megabit megabyte meter microsecond mile ' +
  'mile-scandinavian milliliter millimeter millisecond minute month nanosecond ounce percent petabyte pound second ' +
  'stone terabit terabyte week yard year kilometer-per-hour mile-per-hour meter-per-second liter-per-kilometer ' +
  'mile-per-gallon').split(' ');
const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];
const samples = [2, 5, 1, 3, 11, 0, 100, 21, 6, 4, 10, 101, 102, 103, 1000000, 1.5, 0.5, 10.2, 2.1];

// A line of a table: its name and its cells, with tabs between.
const line = (...cells) => {
  const wrong = cells.find((cell) => /[\t\n¦]/.test(String(cell)));
  if (wrong !== undefined) throw new Error(`a cell with a separator: ${wrong}`);
  return cells.join('\t');
};
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
// Templates by plural category: the one of `other`, then those that differ from it.
const byCategory = (map) => {
  const other = map.get('other') ?? [...map.values()][0];
  const rest = [...map].filter(([category, value]) => category !== 'other' && value !== other);
  if ([...map.values()].some((value) => value.includes('|'))) throw new Error('a template with a separator');
  return [other, ...rest.map(([category, value]) => `${category}=${value}`)].join('|');
};

function pluralMap(locale, format) {
  const rules = new Intl.PluralRules(locale);
  const map = new Map();
  for (const category of categories) {
    for (const n of samples) {
      if (rules.select(n) === category && !map.has(category)) map.set(category, format(n));
    }
  }
  return map;
}

function compactTable(locale, options, sign = 1) {
  const rows = [];
  for (let e = 3; e <= 19; e++) {
    const format = new Intl.NumberFormat(locale, { notation: 'compact', ...options });
    const digits = format.formatToParts(2 * 10 ** e).filter((p) => p.type === 'integer').map((p) => p.value).join('').length;
    const divisor = e - (digits - 1);
    const map = new Map();
    const rules = new Intl.PluralRules(locale);
    for (const m of [1, 2, 3, 5, 1.5, 2.5, 10, 11, 20, 100, 102, 103, 111, 200, 1000, 2000, 10000, 20000]) {
      if (m < 10 ** (digits - 1) || m >= 10 ** digits) continue;
      const category = rules.select(m);
      // "mille" stands without its number; the number is kept.
      const shape = numberTemplate(format.formatToParts(sign * m * 10 ** divisor).map((p) => p.type === 'compact' ? { type: 'literal', value: p.value } : p));
      if (!map.has(category) && shape.includes('{0}')) map.set(category, shape);
    }
    if (!map.has('other')) map.set('other', map.get('many') ?? [...map.values()].at(-1) ?? '{0}');
    rows.push(`${divisor}|${byCategory(map)}`);
  }
  // The last row holds for all larger numbers.
  const divisorOf = (row) => row.split('|', 1)[0];
  while (rows.length > 12 && divisorOf(rows.at(-1)) === divisorOf(rows.at(-2))) rows.pop();
  return rows;
}

function numberData(locale) {
  const nf = (o) => new Intl.NumberFormat(locale, o);
  const parts = nf().formatToParts(-12345678901.5);
  const groups = parts.filter((p) => p.type === 'integer').map((p) => p.value.length);
  const minimum = nf().formatToParts(1234).some((p) => p.type === 'group') ? 1 : 2;
  const forms = (o) => [numberTemplate(nf(o).formatToParts(1)), numberTemplate(nf(o).formatToParts(-1))];
  // A currency whose mark is a sign: codes and letters are set off by a space that is no part of the template.
  const money = (currency) => ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  const isSign = (code) => !/[\p{L}.]/u.test(partOf(nf(money(code)).formatToParts(1), 'currency'));
  const amounts = money(['USD', 'EUR', 'INR', 'GBP', 'ILS', 'KRW'].find(isSign) ?? 'USD');
  const amount = nf(amounts).formatToParts(-12345678901.5);
  // Some regions of ICU put the number into the name; those of the language do not.
  const named = (parts) => parts.filter((p) => p.type === 'currency').length === 1;
  const isBroken = !named(nf({ style: 'currency', currency: 'USD', currencyDisplay: 'name' }).formatToParts(2));
  const nameLocale = isBroken ? locale.split('-')[0] : locale;
  const nameOf = (o) => new Intl.NumberFormat(nameLocale, { style: 'currency', currencyDisplay: 'name', ...o });
  const name = nameOf({ currency: 'USD' }).formatToParts(2);
  const rows = currencies.map((code) => {
    const get = (currencyDisplay) => partOf(nf({ style: 'currency', currency: code, currencyDisplay }).formatToParts(1), 'currency');
    const names = pluralMap(locale, (n) => partOf(nameOf({ currency: code, maximumFractionDigits: n % 1 ? 1 : 0, minimumFractionDigits: 0 }).formatToParts(n), 'currency'));
    return line('currency', code, get('symbol'), get('narrowSymbol'), byCategory(names));
  });
  const unitRows = units.map((unit) => {
    const displays = ['short', 'narrow', 'long'].map((unitDisplay) => byCategory(pluralMap(locale, (n) => {
      const p = nf({ style: 'unit', unit, unitDisplay }).formatToParts(n);
      return numberTemplate(p).replace(/^$/, '{0}');
    })));
    return line('unit', unit, ...displays);
  });
  return [
    line('decimal', partOf(parts, 'decimal')),
    line('group', partOf(parts, 'group')),
    line('minus', partOf(parts, 'minusSign')),
    line('plus', partOf(nf({ signDisplay: 'always' }).formatToParts(1), 'plusSign')),
    line('percent', partOf(nf({ style: 'percent' }).formatToParts(1), 'percentSign')),
    line('range_marks', partOf(nf().formatRangeToParts(3, 5), 'literal'), partOf(nf().formatRangeToParts(3, 3), 'approximatelySign')),
    line('nan', partOf(nf().formatToParts(NaN), 'nan')),
    line('exponent', partOf(nf({ notation: 'scientific' }).formatToParts(12345), 'exponentSeparator')),
    line('grouping', groups.at(-1), groups.at(-2), minimum, ...[{ style: 'percent' }, amounts, { ...amounts, currencySign: 'accounting' }]
      .map((o) => nf(o).formatToParts(-12345678901.5).filter((p) => p.type === 'integer').at(-2).value.length)),
    line('currency_marks', partOf(amount, 'decimal'), partOf(amount, 'group')),
    line('decimal_forms', ...forms({})),
    line('percent_forms', ...forms({ style: 'percent' })),
    line('currency_forms', ...forms(amounts)),
    line('accounting_forms', ...forms({ ...amounts, currencySign: 'accounting' })),
    line('currency_name_form', numberTemplate(name)),
    line('compact_short', ...compactTable(locale, { compactDisplay: 'short' })),
    line('compact_long', ...compactTable(locale, { compactDisplay: 'long' })),
    line('compact_percent', nf({ style: 'percent', notation: 'compact' }).formatToParts(0.05).map((p) => (numberTypes.has(p.type) ? '{0}' : p.value)).join('')),
    line('compact_currency', ...compactTable(locale, { compactDisplay: 'short', ...amounts })),
    line('compact_currency_signed', ...compactTable(locale, { compactDisplay: 'short', ...amounts }, -1)),
    ...rows,
    ...unitRows,
  ];
}

// ── Dates ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const moment = Date.UTC(2004, 1, 5, 6, 7, 8);
const widths = ['long', 'short', 'narrow'];

function dateData(locale) {
  const dtf = (o) => new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { timeZone: 'UTC', ...o });
  const format = (o, t = Date.UTC(2004, 2, 5, 15, 17, 18)) => dtf(o).format(t);
  // Names as formats of all kinds show them: which form of a name is used depends on what stands beside it.
  const monthLists = [], weekdayLists = [];
  const rowOf = (lists, names) => {
    const at = lists.findIndex((list) => list.every((name, index) => name === names[index]));
    return at >= 0 ? at : lists.push(names) - 1;
  };
  const namesOf = (format, type, times) => times.map((time) => partOf(format.formatToParts(time), type));
  const everyMonth = Array.from({ length: 12 }, (_, month) => Date.UTC(2004, month, 5, 6, 7, 8));
  const everyWeekday = Array.from({ length: 7 }, (_, day) => Date.UTC(2004, 1, 1 + day, 6, 7, 8));
  const eras = widths.map((era) => [-1e14, moment].map((t) => partOf(dtf({ era, year: 'numeric' }).formatToParts(t), 'era')));
  const hours = Array.from({ length: 24 }, (_, hour) => Date.UTC(2004, 2, 5, hour, 1));
  const periodsOf = (o) => hours.map((time) => partOf(dtf({ ...o, hour12: true }).formatToParts(time), 'dayPeriod'));
  // Of single fields, and of the styles.
  const periods = [periodsOf({ hour: 'numeric' }), periodsOf({ timeStyle: 'short' })];
  // Parts of the day with their own names, on the hour and after it.
  const flexible = widths.map((dayPeriod) => [{}, { minute: '2-digit' }].map((minute) => counted(hours.map((time) =>
    partOf(dtf({ hour: 'numeric', ...minute, dayPeriod, hour12: true }).formatToParts(time), 'dayPeriod'))).join('|')));
  const evening = moment + 12 * 3600 * 1000;
  const pattern = (options) => {
    const format = dtf(options);
    return format.formatToParts(moment).map(({ type, value }) => fieldMark(format, options, type, value)).join('');
  };
  const fieldMark = (format, options, type, value) => {
    switch (type) {
      case 'literal': return value;
      case 'year': return value.length === 2 ? '{yy}' : '{y}';
      case 'month':
        if (value === '2' || value === '02') return value === '2' ? '{M}' : '{MM}';
        return `{L${rowOf(monthLists, namesOf(format, type, everyMonth))}}`;
      case 'weekday': return `{W${rowOf(weekdayLists, namesOf(format, type, everyWeekday))}}`;
      case 'day': return value === '05' ? '{dd}' : value === '5' ? '{d}' : `{d}${value.slice(1)}`;
      case 'hour': {
        const is24 = partOf(format.formatToParts(evening), 'hour') === '18';
        return value.length === 2 ? (is24 ? '{HH}' : '{hh}') : (is24 ? '{H}' : '{h}');
      }
      case 'minute': return value.length === 2 ? '{mm}' : '{m}';
      case 'second': return value.length === 2 ? '{ss}' : '{s}';
      case 'dayPeriod': return '{a}';
      case 'timeZoneName': return options.timeStyle === 'full' ? '{zzzz}' : '{z}';
      case 'era': return '{G}';
      default: throw new Error(`${locale}: ${type}`);
    }
  };
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
    for (const minute of [undefined, '2-digit', 'numeric'])
      for (const second of [undefined, minute ?? '2-digit'])
        for (const hour12 of [undefined, true, false])
          for (const timeZoneName of [undefined, 'short', 'long']) {
            const only = timeZoneName && !hour && !minute && !second;
            times.push(only ? index('{z}') : hour || minute || second ? index(pattern({ hour, minute, second, hour12, timeZoneName })) : 0);
          }
  const styles = ['full', 'long', 'medium', 'short'];
  const ranges = rangeData(dtf, { monthLists, weekdayLists, styles });
  const dateStyles = styles.map((dateStyle) => index(pattern({ dateStyle })));
  const timeStyles = [undefined, true, false].map((hour12) => styles.map((timeStyle) => index(pattern({ timeStyle, hour12 }))));
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
  // With another clock than that of the locale, dates are written in the way of their fields.
  const clockedDateStyles = styles.map((dateStyle, at) => {
    const time = pattern({ timeStyle: 'short', hour12: !isH12 });
    const whole = pattern({ dateStyle, timeStyle: 'short', hour12: !isH12 }).replace(time, '{0}');
    const [before, after] = styleJoins[at].split('{1}');
    const isJoined = whole.startsWith(before) && whole.endsWith(after);
    return isJoined ? index(whole.slice(before.length, whole.length - after.length)) : dateStyles[at];
  });
  const eraForm = (o) => {
    const d = format(o);
    const parts = dtf({ ...o, era: 'short' }).formatToParts(Date.UTC(2004, 2, 5, 15, 17, 18));
    const all = parts.map((p) => p.type === 'era' ? '{G}' : p.value).join('');
    const result = all.replace(d, '{1}');
    return result.includes('{1}') ? result : '{1} {G}';
  };
  // What stands around the hours of offsets to the east and west.
  const offsets = ['Asia/Tokyo', 'America/New_York'].map((timeZone) => partOf(dtf({ timeZone, hour: 'numeric', timeZoneName: 'shortOffset' }).formatToParts(Date.UTC(2004, 0, 5)), 'timeZoneName').replace(/[0-9]+/, '{0}'));
  const zones = ['UTC', 'Europe/London', 'Europe/Berlin', 'Europe/Athens', 'Europe/Lisbon', 'Europe/Moscow', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Anchorage', 'Pacific/Honolulu', 'America/Sao_Paulo', 'Asia/Tokyo', 'Asia/Seoul', 'Asia/Shanghai', 'Asia/Kolkata', 'Asia/Dubai', 'Asia/Singapore', 'Australia/Sydney', 'Pacific/Auckland'];
  const zoneNames = zones.map((timeZone) => {
    const at = (timeZoneName, t) => partOf(dtf({ timeZone, timeZoneName }).formatToParts(t), 'timeZoneName');
    const [january, july] = [Date.UTC(2024, 0, 5), Date.UTC(2024, 6, 5)];
    const south = ['Australia/Sydney', 'Pacific/Auckland'].includes(timeZone);
    const times = south ? [july, january] : [january, july];
    // Short names that say the offset are made of it.
    const short = times.map((t) => at('short', t)).map((name) => (/\d/.test(name) ? '' : name));
    return line('zone', timeZone, ...times.map((t) => at('long', t)), ...short);
  });
  return [
    line('months', ...monthLists.flat()),
    line('weekdays', ...weekdayLists.flat()),
    line('eras', ...eras.flat()),
    line('periods', ...periods.flat()),
    line('day_periods', ...flexible.flat()),
    line('clock', isH12),
    line('dates', ...dates),
    line('times', ...times),
    line('date_styles', ...dateStyles, ...clockedDateStyles),
    line('time_styles', ...timeStyles.flat()),
    line('joins', ...joins),
    line('style_joins', ...styleJoins),
    line('era_forms', eraForm({ year: 'numeric' }), eraForm({ year: 'numeric', month: 'numeric', day: 'numeric' }), eraForm({ year: 'numeric', month: 'long', day: 'numeric' })),
    line('offsets', ...offsets),
    line('patterns', ...unique),
    ...ranges,
    ...zoneNames,
  ];
}

// ── Ranges of dates ──────────────────────────────────────────────────────────────────────────────────────────────────

// The pattern of a range depends on the largest field that differs: a time that differs from `moment` in nothing larger.
const rangeEnds = {
  y: Date.UTC(2006, 3, 7, 21, 11, 12), M: Date.UTC(2004, 3, 7, 21, 11, 12), d: Date.UTC(2004, 1, 7, 21, 11, 12),
  a: Date.UTC(2004, 1, 5, 18, 11, 12), h: Date.UTC(2004, 1, 5, 9, 11, 12), m: Date.UTC(2004, 1, 5, 6, 11, 12), s: Date.UTC(2004, 1, 5, 6, 7, 12),
};
// Equal neighbours once, with their number; `^n` stands for the `n` cells before.
const counted = (cells, ...blocks) => {
  const runs = [];
  for (let at = 0; at < cells.length;) {
    const block = blocks.find((size) => at >= size && at % size === 0 && cells.slice(at, at + size).join() === cells.slice(at - size, at).join());
    if (block) { runs.push([`^${block}`, 1]); at += block; continue; }
    if (runs.at(-1)?.[0] === cells[at] && !blocks.some((size) => at % size === 0)) runs.at(-1)[1]++; else runs.push([cells[at], 1]);
    at++;
  }
  return runs.map(([cell, count]) => (count > 1 ? `${cell}*${count}` : `${cell}`));
};

// In a pattern `<` begins what is of the start alone, `>` what is of the end, `=` what is of both. Numbers in the lines
// are rows of `range_patterns`: the first is for both ends in full, the second for one date.
function rangeData(dtf, { monthLists, weekdayLists, styles }) {
  const text = (parts) => parts.map((part) => part.value).join('');
  const joinOf = (options) => {
    const all = dtf(options).formatRangeToParts(moment, rangeEnds.d);
    const from = all.findLastIndex((part) => part.source === 'startRange'), to = all.findIndex((part) => part.source === 'endRange');
    const single = dtf(options).formatToParts(moment);
    const behind = single.slice(single.findLastIndex((part) => part.type !== 'literal') + 1).map((part) => part.value).join('');
    const glue = text(all.slice(from + 1, to));
    return glue.startsWith(behind) ? glue.slice(behind.length) : glue;
  };
  const glue = joinOf({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' });
  const unique = [`{0}${glue}{1}`, ''];
  const mark = ({ type, value }, date, single, { is24, padded, options }) => {
    const row = (mark, lists, at, at1) => {
      const shown = partOf(single, type), own = lists.findIndex((list) => list[at1] === shown);
      if (own >= 0 && lists[own][at] === value) return `{${mark}}`;
      const index = lists.findIndex((list) => list[at] === value);
      return index < 0 ? undefined : `{${mark}${index}}`;
    };
    const first = new Date(moment);
    switch (type) {
      case 'literal': return value;
      case 'year': return value.length === partOf(single, 'year').length ? '{Y}' : value.length === 2 ? '{yy}' : '{y}';
      case 'month': {
        const number = date.getUTCMonth() + 1;
        return value === `${number}` ? '{M}' : value === `0${number}` ? '{MM}' : row('L', monthLists, date.getUTCMonth(), first.getUTCMonth());
      }
      case 'weekday': return row('W', weekdayLists, date.getUTCDay(), first.getUTCDay());
      case 'day': return value.startsWith('0') ? '{dd}' : `{d}${value.slice(1)}`;
      case 'hour': return padded ? (is24 ? '{HH}' : '{hh}') : (is24 ? '{H}' : '{h}');
      case 'minute': return value.length === 2 ? '{mm}' : '{m}';
      case 'second': return value.length === 2 ? '{ss}' : '{s}';
      case 'dayPeriod': return '{a}';
      case 'timeZoneName': return options.timeStyle === 'full' ? '{zzzz}' : '{z}';
      case 'era': return '{G}';
    }
  };
  const pattern = (options, field) => {
    const format = dtf(options), end = rangeEnds[field];
    const parts = format.formatRangeToParts(moment, end), single = format.formatToParts(moment);
    if (parts.every((part) => part.source === 'shared')) return 1;
    if (text(parts) === `${text(single)}${glue}${text(format.formatToParts(end))}`) return 0;
    const is24 = partOf(format.formatToParts(moment + 12 * 3600 * 1000), 'hour') === '18';
    const padded = parts.find((part) => part.type === 'hour')?.value.length === 2;
    let out = '', source = 'shared';
    for (const part of parts) {
      if (part.source !== source) out += { shared: '=', startRange: '<', endRange: '>' }[part.source];
      source = part.source;
      const marked = mark(part, new Date(source === 'endRange' ? end : moment), single, { is24, padded, options });
      if (marked === undefined) { misses++; return 0; }
      out += marked;
    }
    if (!unique.includes(out)) unique.push(out);
    return unique.indexOf(out);
  };
  const dates = [], times = [];
  for (const weekday of [undefined, 'long', 'short', 'narrow'])
    for (const year of [undefined, 'numeric', '2-digit'])
      for (const month of [undefined, 'numeric', '2-digit', 'long', 'short', 'narrow'])
        for (const day of [undefined, 'numeric', '2-digit'])
          for (const field of 'yMd') dates.push(weekday || year || month || day ? pattern({ weekday, year, month, day }, field) : 0);
  // Times with seconds have no patterns.
  for (const hour of ['numeric', '2-digit'])
    for (const minute of [undefined, '2-digit', 'numeric'])
      for (const hour12 of [undefined, true, false])
        for (const timeZoneName of [undefined, 'short', 'long'])
          for (const field of 'ahm') times.push(pattern({ hour, minute, hour12, timeZoneName }, field));
  const dateStyles = styles.flatMap((dateStyle) => [...'yMd'].map((field) => pattern({ dateStyle }, field)));
  const timeStyles = [undefined, true, false].flatMap((hour12) => styles.flatMap((timeStyle) => [...'ahm'].map((field) => pattern({ timeStyle, hour12 }, field))));
  // What stands between a date and a range of times.
  const joins = [
    ...[{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }, { year: 'numeric', month: 'long', day: 'numeric' }, { year: 'numeric', month: 'short', day: 'numeric' }, { year: 'numeric', month: 'numeric', day: 'numeric' }, { weekday: 'short' }].map((date) => [date, { hour: 'numeric', minute: '2-digit' }]),
    ...styles.map((dateStyle) => [{ dateStyle }, { timeStyle: 'short' }]),
  ].map(([date, time]) => {
    const parts = dtf({ ...date, ...time }).formatRangeToParts(moment, rangeEnds.a), all = text(parts);
    const single = dtf(date).formatToParts(moment), range = text(dtf(time).formatRangeToParts(moment, rangeEnds.a));
    if (!all.includes(range)) { misses++; return '{1} {0}'; }
    const result = all.replace(text(single), '{1}').replace(range, '{0}');
    if (result.includes('{1}')) return result;
    // Some languages write the date in another way here.
    const from = parts.findIndex((part) => ['hour', 'dayPeriod'].includes(part.type));
    return `${parts.slice(0, from).map((part) => mark(part, new Date(moment), single, {})).join('')}{0}`;
  });
  return [
    line('range_patterns', ...unique), line('range_dates', ...counted(dates, 162, 54)), line('range_times', ...counted(times)),
    line('range_date_styles', ...counted(dateStyles)), line('range_time_styles', ...counted(timeStyles)), line('range_joins', ...joins),
  ];
}
let misses = 0;

// ── Lists and relative times ─────────────────────────────────────────────────────────────────────────────────────────

function listData(locale) {
  const rows = [];
  for (const type of ['conjunction', 'disjunction', 'unit']) for (const style of ['long', 'short', 'narrow']) {
    const format = new Intl.ListFormat(locale, { type, style });
    const glue = (items) => format.formatToParts(items).filter((p) => p.type === 'literal').map((p) => p.value);
    const [pair] = [...glue(['A', 'B']), ''];
    const four = glue(['A', 'B', 'C', 'D']);
    rows.push(pair, four[0] ?? '', four[1] ?? '', four[2] ?? '');
  }
  return [line('lists', ...rows)];
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
        return parts.length === 1 && parts[0].type === 'literal' ? [`${n}=${parts[0].value}`] : [];
      });
      rows.push(line('relative', `${unit} ${style}`, future, past, ...words));
    }
  }
  return rows;
}

// ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const tableOf = (locale) => {
  if (lastTable.locale !== locale) lastTable = { locale, rows: makeTable(locale) };
  return lastTable.rows;
};
let lastTable = {};
const makeTable = (locale) => [
  line('zero', new Intl.NumberFormat(locale).format(0)),
  line('years_before_christ', yearsBefore(locale)),
  ...numberData(locale), ...dateData(locale), ...listData(locale), ...relativeData(locale),
];
// The first year of the calendar of dates, counted from ours: 543 where years are those of Buddha.
const yearsBefore = (locale) => Number(partOf(new Intl.DateTimeFormat(`${locale}-u-nu-latn`, { year: 'numeric', timeZone: 'UTC' }).formatToParts(moment), 'year')) - 2004;
const lettersOfRegions = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const everyRegion = [...lettersOfRegions.flatMap((a) => lettersOfRegions.map((b) => a + b)), '419', '001', '150'];
const isOwn = (tag) => { try { return new Intl.NumberFormat(tag).resolvedOptions().locale === tag; } catch { return false; } };
const keyOf = (row) => row.split('\t', /^(currency|unit|relative|zone)\t/.test(row) ? 2 : 1).join('\t');

mkdirSync(target, { recursive: true });
const heading = `! Written by xtask/intl/generate.mjs from CLDR ${process.versions.cldr} (© Unicode, Inc., Unicode License V3). Do not edit.\n`;
let sizes = 0;
const write = (name, content) => { sizes += content.length; writeFileSync(`${target}/${name}.txt`, heading + content); };
for (const [language, wholes] of Object.entries(languages)) {
  const tables = new Map();
  let content = '';
  const section = (tag, from) => {
    const table = tableOf(tag);
    let rows = table;
    if (from) {
      const known = new Set(tables.get(from));
      rows = table.filter((row) => !known.has(row));
    }
    return { table, rows, text: `@ ${tag}${from ? ` ${from}` : ''}\n${rows.map((row) => `${row}\n`).join('')}` };
  };
  const nearest = (tag) => [...tables.keys()].map((from) => section(tag, from)).sort((a, b) => a.text.length - b.text.length)[0];
  for (const tag of wholes) {
    const { table, text } = nearest(tag) ?? section(tag);
    tables.set(tag, table);
    if (tag === 'en-US') write('en-US', text); else content += text;
  }
  for (const region of everyRegion) {
    const tag = `${language}-${region}`;
    if (tables.has(tag) || !isOwn(tag)) continue;
    const { text, rows } = nearest(tag);
    if (rows.join().length < 1000 || wanted.has(tag)) content += text;
  }
  write(language, content);
}
console.log(`${sizes} characters, ${misses} ranges without a row of names`);
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
for (const locale of named) writeFileSync(`${target}/names/${locale}.txt`, nameTable(locale));
