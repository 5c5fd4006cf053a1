function* g() { try { yield 1; yield 2; } finally { log("cleanup"); } }
out(() => { for (const x of g()) { log(x); break; } });
out(() => { const [a] = g(); return a; });
out(() => { for (const x of g()) throw new Error("E:b"); });
function* h() { try { yield 1; } finally { yield 2; return 3; } }
out(() => { const it = h(); return [it.next(), it.return(9), it.next(), it.next()]; });
out(() => { const it = h(); it.next(); return [it.throw(1), it.next()]; });
function* k() { for (;;) { try { yield 1; } catch (e) { log(e); } } } out(() => { const it = k(); it.next(); return [it.throw("a"), it.throw("b"), it.return("c")]; });
