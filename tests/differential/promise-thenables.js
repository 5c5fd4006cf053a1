const t = { get then() { log("get then"); return (r) => { log("call"); r("v"); }; } };
await outAsync(() => t);
await outAsync(() => Promise.resolve(t));
await outAsync(async () => [await t]);
await outAsync(() => new Promise((r) => { r(t); r(2); throw 3; }));
await outAsync(() => Promise.resolve({ then: 5 }).then((x) => x.then));
await outAsync(() => { const p = new Promise((r) => setTimeoutLike(() => r(p))); return p.catch((e) => e.name); function setTimeoutLike(f) { Promise.resolve().then(f); } });
