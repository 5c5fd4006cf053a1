// Retries with attempt counts and error kinds, without timers.
class Transient extends Error { name = "Transient"; }
class Fatal extends Error { name = "Fatal"; }
async function retry(task, { attempts = 3, isRetryable = (e) => e instanceof Transient, onRetry = () => {} } = {}) {
  const errors = [];
  for (let attempt = 1; attempt <= attempts; attempt++) {
    try { return { value: await task(attempt), attempt }; }
    catch (error) { errors.push(error); if (!isRetryable(error)) throw error; onRetry(attempt, error.message); await null; }
  }
  throw new AggregateError(errors, `gave up after ${attempts}`, { cause: errors.at(-1) });
}
const log = []; const flaky = (fails, type = Transient) => async (n) => { if (n <= fails) throw new type(`try ${n}`); return `ok ${n}`; };
const settle = async (p) => { try { return await p; } catch (e) { return { name: e.name, message: e.message, errors: e.errors?.map(String), cause: e.cause?.message }; } };
return { first: await settle(retry(flaky(0))), third: await settle(retry(flaky(2), { onRetry: (...a) => log.push(a.join(":")) })), never: await settle(retry(flaky(9))), fatal: await settle(retry(flaky(1, Fatal))), log };
