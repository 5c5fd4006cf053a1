// A program as models write them; see what it returns.
await outAsync(async () => {
const { a = 10, b: { c: [, second = 'dflt', ...others] = [] } = {}, ['computed' + 1]: comp = 'none', ...rest } = { b: { c: [1, undefined, 3, 4] }, computed1: null, x: 1, y: 2 };
const [p, [q = p, { r = q + 1 } = {}] = [], ...[s, t]] = [5, [undefined, undefined], 7, 8];
function f({ x, y = x * 2, ...o } = { x: 1 }, [first, ...more] = 'hey', { length } = more) { return { x, y, o, first, more, length }; }
let m = 1, n = 2; [m, n] = [n, m]; const o = {}; ({ a: o.p, b: o['q'], c: [o.r] = [9] } = { a: 1, b: 2 });
const swap = ([x, y]) => [y, x]; const log = []; const tr = k => (log.push(k), k); const { [tr('k1')]: v1 = tr('d1'), [tr('k2')]: v2 = tr('d2') } = { k1: 0 };
const fnName = ({ fn = () => { } }) => fn.name; let e; try { const { z } = null; } catch (err) { e = err.name; } try { const [z] = {}; } catch (err) { e += err.name; }
for (const { length: len, 0: c0 } of ['ab', 'c']) log.push(c0 + len);
return [a, second, others, comp, rest, p, q, r, s, t, f(), f({ x: 3, z: 1 }, [1, 2, 3]), m, n, o, swap([1, 2]), log, v1, v2, fnName({}), e, (({ a }, { b } = a) => b)({ a: { b: 3 } }), [...'héy'].map((c, i, { length }) => c + length)];
});
