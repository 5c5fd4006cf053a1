// A program as models write them: proxy reactive.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const log = []; const reactive = (t, path = []) => new Proxy(t, { get(o, k, r) { const v = Reflect.get(o, k, r); return Object(v) === v && typeof v !== 'function' ? reactive(v, [...path, k]) : v; }, set(o, k, v, r) { const old = o[k]; const ok = Reflect.set(o, k, v, r); if (!Object.is(old, v)) log.push(`${[...path, k].map(String).join('.')}: ${JSON.stringify(old)} -> ${JSON.stringify(v)}`); return ok; }, deleteProperty(o, k) { log.push(`del ${String(k)}`); return delete o[k]; }, has: (o, k) => !String(k).startsWith('_') && k in o, ownKeys: (o) => Reflect.ownKeys(o).filter((k) => !String(k).startsWith('_')) });
const s = reactive({ user: { name: 'a', tags: ['x'] }, _secret: 1 }); s.user.name = 'b'; s.user.tags.push('y'); s.user.tags.length = 1; delete s.user.name; s.n ??= 5; s.n++; show(log, Object.keys(s), '_secret' in s, JSON.stringify(s), { ...s });
const neg = (a) => new Proxy(a, { get: (t, k, r) => typeof k === 'string' && /^-\d+$/.test(k) ? t[t.length + +k] : Reflect.get(t, k, r) }); show(neg([1, 2, 3])[-1], [...neg([1, 2])], neg([3, 1]).toSorted(), Array.isArray(neg([])));
const def = (f) => new Proxy({}, { get: (t, k) => (k in t ? t[k] : (t[k] = f(k))) }); const d = def(() => []); d.a.push(1); d.b.push(2); d.a.push(3); show({ ...d });
}
