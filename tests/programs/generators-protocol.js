// next with values, return, throw, delegation, finally order.
const log = [];
function* inner() { try { const got = yield "i1"; log.push(`inner got ${got}`); yield "i2"; return "inner result"; } finally { log.push("inner cleanup"); } }
function* outer() { try { const r = yield* inner(); log.push(`result ${r}`); yield "o1"; } catch (e) { log.push(`caught ${e}`); yield "recovered"; } finally { log.push("outer cleanup"); } }
const show = ({ value, done }) => [value ?? null, done];
const a = outer(); const first = [a.next("ignored"), a.next("hi"), a.next(), a.next(), a.next()].map(show);
const b = outer(); b.next(); const second = [b.throw("boom"), b.next(), b.next()].map(show);
const c = outer(); c.next(); const third = [c.return("early"), c.next()].map(show);
const d = outer(); const fourth = [d.return("before start"), d.next()].map(show);
function* overriding() { try { yield 1; } finally { yield "still here"; } }
const e = overriding(); e.next(); const fifth = [e.return("x"), e.next()].map(show);
let running; function* self() { try { it.next(); } catch (error) { running = error.name; } yield 1; } const it = self(); it.next();
return { first, second, third, fourth, fifth, running, log, spreadSkipsReturn: [...(function* () { yield 1; return 2; })()] };
