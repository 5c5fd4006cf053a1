// A program as models write them: pipeline.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const pipe = (...fs) => (x) => fs.reduce(async (p, f) => f(await p), x); const tap = (f) => (x) => (f(x), x); show(await pipe((x) => x + 1, async (x) => x * 2, tap((x) => show('tap', x)), (x) => Promise.resolve({ x }))(3));
const memo = (f, key = (...a) => JSON.stringify(a)) => { const m = new Map(); return Object.assign(function (...a) { const k = key(...a); return m.has(k) ? m.get(k) : (m.set(k, f.apply(this, a)), m.get(k)); }, { cache: m }); }; const g = memo((a, b) => a + b); g(1, 2); g(1, 2); g('1', 2); show([...g.cache], g.name, g.length);
const curry = (f, ...a) => a.length >= f.length ? f(...a) : (...b) => curry(f, ...a, ...b); show(curry((a, b, c) => [a, b, c])(1)(2)(3), curry((a, b = 1) => a)(7));
const debounceLike = ((n) => () => ++n)(0); debounceLike(); show(debounceLike());
}
