// using, await using, disposable stacks, errors while disposing.
const log = []; const open = (name, fail) => { log.push(`+${name}`); return { name, [Symbol.dispose]() { log.push(`-${name}`); if (fail) throw new Error(`dispose ${name}`); } }; }; const openAsync = (name) => ({ name, async [Symbol.asyncDispose]() { await null; log.push(`-async ${name}`); } });
{ using a = open("a"), b = open("b"); using none = null; log.push(a.name + b.name, String(none)); }
const early = (() => { using r = open("r"); return `returned ${r.name}`; })(); for (using x of [open("x1"), open("x2")]) log.push(`body ${x.name}`);
let suppressed; try { using p = open("p", true); using q = open("q", true); throw new Error("body"); } catch (e) { suppressed = [e.name, e.error.message, e.suppressed.name, e.suppressed.error.message, e.suppressed.suppressed.message]; }
await (async () => { await using s = openAsync("s"); using t = open("t"); log.push("in async"); })(); const stack = new DisposableStack(); stack.use(open("u")); stack.defer(() => log.push("deferred")); stack.adopt("value", (v) => log.push(`adopted ${v}`)); const moved = stack.move(); log.push(`${stack.disposed} ${moved.disposed}`); moved.dispose(); moved.dispose();
await using all = new AsyncDisposableStack(); all.defer(async () => log.push("async deferred")); await all.disposeAsync(); let bad; try { using z = {}; } catch (e) { bad = e.name; } const gen = (function* () { using g = open("g"); yield 1; yield 2; })(); gen.next(); gen.return();
return { log, early, suppressed, bad, disposed: all.disposed };
