// The order of microtasks in many constructs.
const log = []; const mark = (name) => log.push(name);
const thenable = { then(resolve) { mark("thenable.then"); resolve("t"); } };
const p = Promise.resolve();
p.then(() => mark("p1")).then(() => mark("p2")).then(() => mark("p3"));
(async () => { mark("a-start"); await null; mark("a-1"); await p; mark("a-2"); const v = await thenable; mark(`a-${v}`); })();
(async () => { try { await Promise.reject("r"); } catch { mark("caught"); } finally { mark("finally"); } })().then(() => mark("after"));
queueMicrotask(() => { mark("micro"); queueMicrotask(() => mark("micro-2")); });
Promise.all([1, p, thenable]).then(() => mark("all"));
Promise.race([new Promise(() => {}), p]).then(() => mark("race"));
new Promise((resolve) => { mark("executor"); resolve(p); }).then(() => mark("adopted"));
(async () => p)().then(() => mark("async-return"));
(async () => { for await (const x of [1, 2]) mark(`for-${x}`); })();
p.finally(() => mark("fin")).then(() => mark("fin-then"));
mark("sync-end");
for (let i = 0; i < 30; i++) await null;
return log;
