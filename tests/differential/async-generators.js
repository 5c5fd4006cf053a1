async function* g() { try { const x = yield 1; log(x); yield Promise.resolve(2); yield* [3, Promise.resolve(4)]; return Promise.resolve(5); } finally { log("done"); } }
await outAsync(async () => { const it = g(); return [await it.next("ignored"), await it.next("x"), await it.next(), await it.next(), await it.next(), await it.next()]; });
await outAsync(async () => { const it = g(); return Promise.all([it.next(), it.return("r"), it.next()]); });
await outAsync(async () => { const it = g(); await it.next(); try { await it.throw(new Error("E:t")); } catch (e) { return e; } });
await outAsync(async () => { const it = g(); return [await it.return(Promise.resolve(9)), await it.next()]; });
await outAsync(async () => { for await (const x of g()) { if (x === 2) break; log(x); } return "after"; });
