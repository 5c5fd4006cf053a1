async function fetchWithRetry(fn, retries = 3, delayFn = async () => {}) {
  let lastError;
  for (let i = 0; i < retries; i++) {
    try {
      return await fn(i);
    } catch (error) {
      lastError = error;
      console.warn(`Attempt ${i + 1} failed: ${error.message}`);
      await delayFn(2 ** i * 100);
    }
  }
  throw new Error(`All ${retries} attempts failed`, { cause: lastError });
}
const delays = [];
const result = await fetchWithRetry(async (i) => { if (i < 2) throw new Error(`timeout ${i}`); return { data: "ok", attempt: i + 1 }; }, 3, async (ms) => void delays.push(ms));
const fallback = await fetchWithRetry(() => Promise.reject(new TypeError("network"))).catch((e) => ({ data: null, error: e.message, cause: e.cause.name }));
const primary = () => Promise.reject(new Error("primary down")), secondary = async () => "secondary";
const first = await Promise.any([primary(), secondary()]);
return { result, fallback, delays, first };
