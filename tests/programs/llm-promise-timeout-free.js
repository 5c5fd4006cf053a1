// Racing work against a step budget, cancellation flags, progress.
const controller = () => { const listeners = new Set(); const c = { aborted: false, reason: undefined, abort(reason = new Error("aborted")) { if (c.aborted) return; c.aborted = true; c.reason = reason; listeners.forEach((l) => l(reason)); }, onAbort: (l) => (c.aborted ? l(c.reason) : listeners.add(l), () => listeners.delete(l)), throwIfAborted() { if (c.aborted) throw c.reason; } }; return c; };
const work = async (name, steps, signal, onProgress) => { for (let i = 1; i <= steps; i++) { signal.throwIfAborted(); onProgress(name, i / steps); await null; } return `${name} done`; };
const progress = {}; const track = (name, p) => (progress[name] = p); const c1 = controller(), c2 = controller();
const abortable = (promise, signal) => new Promise((resolve, reject) => { const off = signal.onAbort(reject); promise.then(resolve, reject).finally(off); });
const results = await Promise.allSettled([work("fast", 3, c1, track), abortable(work("slow", 50, c2, track), c2), (async () => { for (let i = 0; i < 10; i++) await null; c2.abort(new Error("too slow")); c2.abort(new Error("again")); return "aborter"; })()]);
const deferred = () => { let resolve, reject; const promise = new Promise((a, b) => ([resolve, reject] = [a, b])); return { promise, resolve, reject }; };
const gate = deferred(); const order = []; const waiters = [1, 2, 3].map(async (n) => { order.push(`wait ${n}`); const v = await gate.promise; order.push(`${v} ${n}`); return n; }); order.push("open"); gate.resolve("go"); gate.resolve("ignored"); await Promise.all(waiters);
const lazy = (f) => { let p; return { then: (...a) => (p ??= f()).then(...a) }; }; let runs = 0; const once = lazy(async () => ++runs); const values = [await once, await once, (await Promise.all([once, once])).join()];
return { results: results.map((r) => r.value ?? r.reason.message), progress: { fast: progress.fast, slowStopped: progress.slow < 1 }, order, values, runs };
