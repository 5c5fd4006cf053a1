// A program as models write them: using.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const log = []; const res = (n, fail) => ({ n, [Symbol.dispose]() { log.push(`dispose ${n}`); if (fail) throw new Error(`d-${n}`); } }); try { using a = res('a'), b = res('b', true); log.push(a.n + b.n); throw new Error('body'); } catch (e) { log.push(`${e.name}:${e.error?.message}/${e.suppressed?.message}`); } { await using s = new AsyncDisposableStack(); s.use({ async [Symbol.asyncDispose]() { await null; log.push('async'); } }); s.defer(() => log.push('defer')); s.adopt(5, (v) => log.push(`adopt ${v}`)); } show(log);
function* g() { using r = res('gen'); yield 1; yield 2; } for (const x of g()) break; show(log.at(-1)); for (using r of [res('l1'), res('l2')]) log.push(r.n); show(log.slice(-4)); const st = new DisposableStack(); const moved = (() => { st.use(res('m')); return st.move(); })(); show(st.disposed, moved.disposed); moved.dispose(); moved[Symbol.dispose](); show(log.at(-1)); try { st.use(res('z')); } catch (e) { show(e.name); }
}
