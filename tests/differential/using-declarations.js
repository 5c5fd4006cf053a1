out(() => { using a = { [Symbol.dispose]() { log("a"); } }, b = { [Symbol.dispose]() { log("b"); } }; log("body"); return 1; });
out(() => { using n = null, u = undefined; return [n, u]; });
out(() => { using x = {}; });
out(() => { using a = { [Symbol.dispose]() { throw new Error("E:d1"); } }; throw new Error("E:body"); });
out(() => { try { using a = { [Symbol.dispose]() { throw new Error("E:d1"); } }; throw new Error("E:body"); } catch (e) { return [e.name, e.error, e.suppressed]; } });
out(() => { for (using x of [{ n: 1, [Symbol.dispose]() { log("d" + this.n); } }, { n: 2, [Symbol.dispose]() { log("d" + this.n); } }]) log(x.n); });
await outAsync(async () => { await using a = { async [Symbol.asyncDispose]() { await null; log("async"); } }; log("in"); return 2; });
out(() => { const s = new DisposableStack(); s.defer(() => log("defer")); s.use({ [Symbol.dispose]() { log("use"); } }); s.adopt(5, (x) => log(x)); s.dispose(); return s.disposed; });
