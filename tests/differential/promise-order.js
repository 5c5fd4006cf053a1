const p = Promise.resolve(); p.then(() => log(1)).then(() => log(2)); (async () => { log("a"); await p; log("b"); await (async () => {})(); log("c"); })(); Promise.reject(0).catch(() => log("caught")).finally(() => log("fin")); queueMicrotask(() => log("q")); log("sync");
await settle();
new Promise((r) => r(Promise.resolve(5))).then(log); Promise.resolve(6).then(log); Promise.resolve().then(() => Promise.resolve(7)).then(log); Promise.resolve().then(() => {}).then(() => {}).then(() => {}).then(() => log("4th"));
await settle();
