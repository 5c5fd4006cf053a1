// A program as models write them: destructure.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const { a: { b: [, second = 'dflt', ...others] = [] } = {}, ['x' + 1]: x1 = 9, length = 3, ...rest } = { a: { b: [1, undefined, 3, 4] }, y: 2, z: { w: 1 } }; show(second, others, x1, length, rest); let p = 1, q = 2, r; [p, q] = [q, p]; ({ p: r, ...q } = { p, s: 4 }); show(p, q, r);
const f = ({ id, opts: { deep = true, tags: [t0 = 'none'] = [] } = {} }, [h, ...t] = 'xyz', ...more) => [id, deep, t0, h, t, more]; show(f({ id: 1 }), f({ id: 2, opts: { tags: ['q'] } }, [9], 8, 7), f.length); for (const [i, { n, m: [m0] = [0] }] of [{ n: 1 }, { n: 2, m: [5] }].entries()) show(i, n, m0); const m = new Map([[{ k: 1 }, [1, 2]]]); for (const [{ k }, [, v]] of m) show(k, v); try { const { z: { zz } } = {}; } catch (e) { show(e.name); } try { const [w] = {}; } catch (e) { show(e.name); } function g({ a = g.dflt, b = a } = {}) { return [a, b]; } g.dflt = 7; show(g(), g({ a: 1 }), g({ b: 2 })); show((({ length }) => length)('four'), (([a, , b]) => a + b)('xyz'), Object.entries({ a: 1 }).map(([k, v]) => ({ [k]: v })));
}
