function* g(a) { const b = yield a; const c = yield b + 1; return [a, b, c]; }
out(() => { const it = g(1); return [it.next("x"), it.next(10), it.next(20), it.next()]; });
out(() => { const it = g(1); it.next(); return [it.return(7), it.next()]; });
out(() => { const it = g(1); try { it.throw(new Error("E:1")); } catch (e) { return [e, it.next()]; } });
out(() => [Object.prototype.toString.call(g()), g.constructor.name, g()[Symbol.iterator]() instanceof g]);
out(() => { function* h() { yield* "ab"; const r = yield* g(5); yield r; } return [...h()]; });
out(() => { const it = (function* () { it.next(); })(); it.next(); });
