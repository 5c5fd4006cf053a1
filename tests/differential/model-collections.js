// A program as models write them: sorting, grouping, collections.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const people = [{ n: 'Zoë', a: 31 }, { n: 'émile', a: 25 }, { n: 'Adam', a: 31 }, { n: 'zack', a: undefined }, { n: 'Örjan', a: 25 }, { n: 'item10', a: 1 }, { n: 'item9', a: 1 }];
const cmp = (...fs) => (x, y) => fs.reduce((r, f) => r || f(x, y), 0);
show(people.toSorted(cmp((x, y) => (y.a ?? -1) - (x.a ?? -1), (x, y) => x.n.localeCompare(y.n, undefined, { numeric: true, sensitivity: 'base' }))).map((p) => p.n));
show(people.map((p) => p.n).sort(), people.map((p) => p.n).sort(new Intl.Collator('sv').compare), people.map((p) => p.n).sort(new Intl.Collator('en', { numeric: true }).compare));
show([3, 20, 100].sort(), [true, null, undefined, 'b', 3, , 'a'].sort(), ['B', 'a', 'C'].sort((a, b) => a.localeCompare(b)), [3, 1, 2].sort((a, b) => b - a));
const stable = Array.from({ length: 30 }, (_, i) => ({ k: i % 3, i })).sort((a, b) => a.k - b.k).map((x) => x.i).join(); show(stable);
const freq = (xs) => xs.reduce((m, x) => (m[x] = (m[x] || 0) + 1, m), Object.create(null)); show(freq('mississippi'.split('')), Object.entries(freq([..."banana"])).sort(([a, x], [b, y]) => y - x || a.localeCompare(b))[0]);
show(['10', '9', '1'].map(parseInt), ['1', '2', '3'].map(Number), [..."cba"].toSorted().join(''), [1, [2, [3, [4]]]].flat(Infinity), Array.from('abc', (c, i) => c + i), [1, 2, 3, 4, 5].copyWithin(0, 3), new Array(3).fill().map((_, i) => i * i), [,1].findIndex((x) => x === undefined));
show([1, 2, 3].includes(NaN), [NaN].includes(NaN), [NaN].indexOf(NaN), [1, 2, 3].with(1, 9), [1, 2, 3].at(-2), [5, 6].entries().toArray(), [0, -0].map((x) => Object.is(x, -0)), [1, 2, 3].lastIndexOf(3, -2), [[1, 'a'], [2, 'b']].map(([n, s]) => ({ [s]: n })));
show(new Set([1, 2, 3]).union(new Set([3, 4])), new Set([1, 2]).isSubsetOf(new Set([1, 2, 3])), new Set('abc').symmetricDifference(new Set('bcd')), new Set([1, 2, 3]).difference([].keys ? new Set([2]) : null));
const m = new Map(Object.entries({ b: 2, a: 1 })); m.set('c', 3).delete('b'); show(m, [...m.keys()], new Map([...m].sort()).get('a'), Object.fromEntries(m), m.entries().next());
const inv = Object.fromEntries(Object.entries({ x: 1, y: 2 }).map(([k, v]) => [v, k])); show(inv, Object.entries([7, 8]), Object.assign([1, 2], [3]), { ...'hi' }, { ...[9] });
show((1234.5678).toFixed(2), (0.1 + 0.2).toFixed(10), (1e21).toLocaleString('en-US'), (255).toString(16).toUpperCase().padStart(4, '0'), (0.000001234).toString(), 1e-7 + '', (123.456).toPrecision(4), (-1.5).toFixed(0), (1.005).toFixed(2), Number('0x1f'), Number(''), Number(' 12 '), Number('1_000'), parseFloat('3.14abc'), Math.round(-0.5), Math.sign(-3), Math.trunc(-4.7), 5 % -3, -5 % 3, 2 ** -1, Number.MAX_SAFE_INTEGER + 2, 0.1 * 3, 1 / 3);
}
