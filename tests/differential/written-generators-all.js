// A program as models write them; see what it returns.
await outAsync(async () => {
const log = []; function* g() { try { const a = yield 1; log.push(['a', a]); const b = yield a * 2; log.push(['b', b]); return 'done'; } catch (e) { log.push(['caught', e]); yield 'recovered'; } finally { log.push('cleanup'); } }
const i = g(); const r = [i.next('ignored'), i.next(5), i.throw('err'), i.next(), i.next()]; const j = g(); r.push(j.next(), j.return('early'), j.next()); const k = g(); r.push(k.return('never started'));
function* del() { const x = yield* inner(); yield `got ${x}`; yield* 'ab'; yield* [[1], [2]].flat(); } function* inner() { yield 'i1'; return 'i-ret'; }
const perms = function* (a, n = a.length) { if (n <= 1) yield a.slice(); else for (let i = 0; i < n; i++) { yield* perms(a, n - 1); const j = n % 2 ? 0 : i;[a[n - 1], a[j]] = [a[j], a[n - 1]]; } };
const fibs = { *[Symbol.iterator]() { let [a, b] = [0, 1]; while (true) { yield a; [a, b] = [b, a + b]; } } }; const first = []; for (const f of fibs) { if (f > 50) break; first.push(f); }
const walk = function* (t, path = []) { if (Array.isArray(t)) for (const [i, x] of t.entries()) yield* walk(x, [...path, i]); else yield [path.join('.'), t]; };
const co = gen => (...args) => new Promise((res, rej) => { const it = gen(...args); const step = (m, v) => { let n; try { n = it[m](v); } catch (e) { return rej(e); } n.done ? res(n.value) : Promise.resolve(n.value).then(v => step('next', v), e => step('throw', e)); }; step('next'); });
const cr = await co(function* (x) { const a = yield Promise.resolve(x); let b; try { b = yield Promise.reject(new Error('no')); } catch (e) { b = e.message; } return [a, b]; })(7);
const [d1, , d3, ...dr] = del(); let state; const lazy = (function* () { state = 'started'; yield; })(); const before = state; lazy.next();
return [r, log, d1, d3, dr, [...perms([1, 2, 3])].map(p => p.join('')), first, [...walk([1, [2, [3]], 4])], cr, before ?? 'not yet', state, Math.max(...(function* () { yield 3; yield 9; })()), Object.fromEntries((function* () { yield ['k', 1]; })()), g.constructor.name, Object.prototype.toString.call(g()), [...(function* () { const x = yield* (function* () { return 5; })(); yield x; })()]];
});
