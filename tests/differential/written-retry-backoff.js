// A program as models write them; see what it returns.
await outAsync(async () => {
const attempts = []; const sleeps = [];
const sleep = ms => { sleeps.push(ms); return Promise.resolve(); };
class TransientError extends Error { constructor(m, { retryAfter, ...o } = {}) { super(m, o); this.name = this.constructor.name; if (retryAfter !== undefined) this.retryAfter = retryAfter; } }
async function retry(fn, { retries = 3, base = 100, factor = 2, max = 1000, jitter = () => 0, shouldRetry = () => true, onRetry } = {}) {
  let last;
  for (let attempt = 0; attempt <= retries; attempt++) {
    try { return await fn(attempt); } catch (e) {
      last = e; if (attempt === retries || !shouldRetry(e)) break;
      const delay = Math.min(max, e.retryAfter ?? base * factor ** attempt) + jitter();
      onRetry?.(e, attempt, delay); await sleep(delay);
    }
  }
  throw new Error(`failed after ${attempts.length} attempts`, { cause: last });
}
const ok = await retry(async n => { attempts.push(n); if (n < 2) throw new TransientError(`try ${n}`, n ? { retryAfter: 7 } : {}); return 'done'; });
let err; try { await retry(() => { throw new TypeError('fatal') }, { shouldRetry: e => !(e instanceof TypeError) }); } catch (e) { err = [e.message, e.cause.name, e.cause.message, e instanceof Error, String(e.cause)]; }
let err2; try { await retry(async () => { throw new TransientError('x', { cause: { code: 1 }, retryAfter: 5000 }); }, { retries: 2, onRetry: (e, a, d) => attempts.push(`${e.name}:${a}:${d}`) }); } catch (e) { err2 = [e.message, e.cause.cause]; }
return { ok, attempts, sleeps, err, err2 };
});
