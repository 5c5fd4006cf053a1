// A program as models write them; see what it returns.
await outAsync(async () => {
const isObj = v => v !== null && typeof v === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(v));
const merge = (a, b, { arrays = 'replace' } = {}) => { if (Array.isArray(a) && Array.isArray(b)) return arrays === 'concat' ? [...a, ...b] : arrays === 'union' ? [...new Set([...a, ...b])] : [...b]; if (!isObj(a) || !isObj(b)) return b === undefined ? a : JSON.parse(JSON.stringify(b) ?? 'null'); const r = { ...a }; for (const k of Reflect.ownKeys(b)) { if (k === '__proto__') continue; r[k] = k in a ? merge(a[k], b[k], { arrays }) : b[k]; } return r; };
const diff = (a, b, path = '') => { if (Object.is(a, b)) return []; if ((isObj(a) && isObj(b)) || (Array.isArray(a) && Array.isArray(b))) return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap(k => { const p = Array.isArray(a) ? `${path}[${k}]` : path ? `${path}.${k}` : k; return !Object.hasOwn(a, k) ? [{ op: 'add', p, v: b[k] }] : !Object.hasOwn(b, k) ? [{ op: 'remove', p }] : diff(a[k], b[k], p); }); return [{ op: 'replace', p: path, from: a, to: b }]; };
const A = { a: 1, b: { c: [1, 2], d: { e: null } }, f: 'x', n: NaN, dt: 1 }, B = { b: { c: [2, 3, 4], d: { e: { g: 1 } }, h: undefined }, f: 'y', n: NaN, z: [{ q: 1 }], dt: '1' };
const evil = JSON.parse('{"__proto__":{"polluted":true},"ok":1}');
const flat = (o, p = '') => Object.entries(o).reduce((r, [k, v]) => isObj(v) && Object.keys(v).length ? Object.assign(r, flat(v, `${p}${k}.`)) : (r[p + k] = v, r), {});
const unflat = o => Object.entries(o).reduce((r, [k, v]) => { k.split('.').reduce((c, s, i, all) => i === all.length - 1 ? (c[s] = v) : (c[s] ??= /^\d+$/.test(all[i + 1]) ? [] : {}), r); return r; }, {});
return [merge(A, B), merge(A, B, { arrays: 'union' }), merge({ x: [1] }, { x: [1, 2] }, { arrays: 'concat' }), diff(A, B), merge({}, evil), ({}).polluted ?? 'clean', flat(A), unflat({ 'a.0.b': 1, 'a.1': 2, 'c.d': 3 })];
});
