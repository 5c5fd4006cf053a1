// A program as models write them; see what it returns.
await outAsync(async () => {
const log = [];
const deep = (o, path = []) => new Proxy(o, { get(t, k, r) { const v = Reflect.get(t, k, r); if (typeof k === 'symbol') return v; log.push(`get ${[...path, k].join('.')}`); return v && typeof v === 'object' ? deep(v, [...path, k]) : v; }, set(t, k, v, r) { log.push(`set ${[...path, k].join('.')}=${JSON.stringify(v)}`); return Reflect.set(t, k, v, r); }, deleteProperty(t, k) { log.push(`del ${String(k)}`); return Reflect.deleteProperty(t, k); }, has(t, k) { log.push(`has ${String(k)}`); return Reflect.has(t, k); }, ownKeys(t) { log.push('keys'); return Reflect.ownKeys(t); }, getOwnPropertyDescriptor(t, k) { log.push(`desc ${String(k)}`); return Reflect.getOwnPropertyDescriptor(t, k); }, defineProperty(t, k, d) { log.push(`def ${String(k)}`); return Reflect.defineProperty(t, k, d); } });
const o = deep({ a: { b: [1, 2] }, c: 1 }); o.a.b.push(3); o.c++; delete o.c; 'a' in o; Object.keys(o); ({ ...o }); JSON.stringify(o); o.a.b[0] ||= 5; for (const k in o); Object.assign(o, { z: 1 }); const { a: { b: [first, ...rest] } } = o;
const neg = new Proxy([1, 2, 3], { get: (t, k, r) => typeof k === 'string' && /^-\d+$/.test(k) ? t[t.length + +k] : Reflect.get(t, k, r) });
const def = new Proxy({}, { get: (t, k) => k in t ? t[k] : (t[k] = []) }); def.x.push(1); def.x.push(2); def.y.push(3);
const fn = new Proxy(function f(a) { return [a, new.target?.name]; }, { apply: (t, th, a) => ['apply', ...Reflect.apply(t, th, a.map(x => x * 2))], construct: (t, a) => ({ made: a }) });
const val = new Proxy({}, { set(t, k, v) { if (k === 'age' && !Number.isInteger(v)) throw new TypeError('The age is not an integer'); t[k] = v; return k !== 'no'; } });
const errs = []; for (const f of [() => { val.age = 'x' }, () => { val.no = 1 }, () => { val.age = 5 }]) try { f(); errs.push('ok'); } catch (e) { errs.push(e.name); }
const { proxy, revoke } = Proxy.revocable({ q: 1 }, {}); const q = proxy.q; revoke(); try { proxy.q; } catch (e) { errs.push(e.name); }
return { log, first, rest, neg: [neg[-1], neg[-3], neg.length], def, fn: [fn(2), new fn(3)], errs, q, isArr: Array.isArray(neg), tag: Object.prototype.toString.call(neg) };
});
