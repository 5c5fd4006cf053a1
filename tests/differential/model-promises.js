// A program as models write them: errors, retries and combinators.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
class HttpError extends Error { constructor(status, message, options) { super(message, options); this.status = status; } get name() { return 'HttpError'; } toJSON() { return { status: this.status, message: this.message }; } }
const sleep = (n) => Array.from({ length: n }).reduce((p) => p.then(() => {}), Promise.resolve());
let tries = 0;
async function flaky() { await sleep(2); if (++tries < 3) throw new HttpError(503, `try ${tries}`, { cause: { tries } }); return 'ok'; }
async function retry(fn, { times = 5, on = () => {} } = {}) { let last; for (let i = 0; i < times; i++) { try { return await fn(); } catch (e) { last = e; on(e, i); } } throw new AggregateError([last], 'all failed'); }
show(await retry(flaky, { on: (e, i) => show(i, e.name, e.message, e.status, e.cause, JSON.stringify(e), `${e}`, e instanceof HttpError, Object.prototype.toString.call(e)) }));
try { await retry(async () => { throw new HttpError(500, 'x'); }, { times: 2 }); } catch (e) { show(e.constructor.name, e.errors.length, e.errors[0].status, e.message); }
const settled = await Promise.allSettled([Promise.resolve(1), Promise.reject(new TypeError('no')), 3, { then(r) { r('thenable'); } }]);
show(settled.map((s) => s.status === 'fulfilled' ? s.value : s.reason.message));
show(await Promise.any([Promise.reject(1), sleep(3).then(() => 'late'), sleep(1).then(() => 'early')]));
show(await Promise.race([sleep(5).then(() => 'a'), sleep(1).then(() => 'b')]));
await Promise.any([Promise.reject(1), Promise.reject(2)]).catch((e) => show(e.name, e.errors, e.message));
const { promise, resolve } = Promise.withResolvers(); queueMicrotask(() => resolve('later')); show(await promise);
show(await Promise.try(() => { throw new RangeError('sync'); }).catch((e) => e.message));
async function* pages() { for (let p = 1; p <= 3; p++) { await null; yield { p, items: [p * 10, p * 10 + 1] }; } }
const all = await Array.fromAsync(pages(), ({ items }) => items.length); show(all);
outer: for await (const { p, items } of pages()) { for (const i of items) { if (i === 21) break outer; show(p, i); } }
}
