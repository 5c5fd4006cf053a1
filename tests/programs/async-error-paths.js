// Errors through await, then, iterators and combinators.
const log = [];
const fail = async (m) => { throw new Error(m); };
async function nested() { try { await fail("inner"); } catch (error) { throw new Error("outer", { cause: error }); } finally { log.push("cleanup"); } }
try { await nested(); } catch (error) { log.push(`${error.message} <- ${error.cause.message}`); }
log.push(await fail("x").catch((e) => e.message.toUpperCase()));
log.push(await fail("y").then(() => "no", (e) => `handled ${e.message}`));
async function* gen() { yield 1; throw new TypeError("from generator"); }
try { for await (const v of gen()) log.push(v); } catch (e) { log.push(e.name); }
async function* closing() { try { yield 1; yield 2; } finally { await null; log.push("closed"); } }
try { for await (const v of closing()) throw new Error(`body ${v}`); } catch (e) { log.push(e.message); }
const results = await Promise.allSettled([1, 0, -1].map(async (n) => { if (n < 0) throw new RangeError("neg"); return 10 / n; }));
log.push(...results.map((r) => r.reason?.name ?? r.value));
const returned = await (async () => { try { return await fail("z"); } catch { return "caught"; } finally { log.push("f"); } })();
const notAwaited = (async () => { try { return fail("late"); } catch { return "never"; } })();
log.push(returned, await notAwaited.catch((e) => `escaped ${e.message}`));
try { await Promise.all([fail("a"), fail("b")]); } catch (e) { log.push(e.message); }
try { await { then(_, reject) { reject(new Error("thenable")); } }; } catch (e) { log.push(e.message); }
try { await { get then() { throw new Error("getter"); } }; } catch (e) { log.push(e.message); }
return log.map(String);
