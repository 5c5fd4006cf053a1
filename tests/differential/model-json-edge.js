// A program as models write them: json edge.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
show(JSON.stringify({ a: [undefined, () => 1, Symbol('x')], b: undefined, c: new Date(0), d: Infinity, e: -0, f: 'é\u2028"\\\n', g: Object(1n) instanceof BigInt, h: [,], i: new Map([[1, 2]]), j: new Set([1]), k: Object('s'), l: new Number(3), m: null }), JSON.stringify('\ud800'), JSON.stringify({ [Symbol('s')]: 1, z: 1, 1: 2, a: 3 }), JSON.stringify([NaN, new Boolean(false)], null, '--'));
try { JSON.stringify(1n); } catch (e) { show(e.name); } const o = {}; o.o = { o }; try { JSON.stringify(o); } catch (e) { show(e.name); }
for (const s of ['{"a":1,}', '[1 2]', '{a:1}', '"\t"', '', 'undefined', '01', '{"a":"b', 'nul', '[1,]', '{"a" 1}', "{'a':1}"]) try { show(JSON.parse(s)); } catch (e) { show(s, '→', e.name); }
show(JSON.parse('{"n":12345678901234567890,"d":"2024-01-01T00:00:00Z","__proto__":{"x":1}}', (k, v, { source } = {}) => k === 'n' ? BigInt(source) : /^\d{4}-/.test(v) ? new Date(v) : v), JSON.stringify({ big: JSON.rawJSON('12345678901234567890') }), JSON.stringify({ a: { b: [1, { c: 2 }] }, d: [] }, ['a', 'b', 'd'], 2));
}
