// A promise that follows a promise looks for `then` of the value again, and asks for the species once.
const nothing = () => {};
await outAsync(async () => { const p = new Promise((r) => r(spy({}))); return new Promise((r) => r(p)).then(nothing); });
await outAsync(() => (async () => spy([], "q"))().finally(nothing).then(nothing));
await outAsync(async () => { await (async () => spy({}, "r"))().finally(nothing); });
await outAsync(async () => { const p = Promise.resolve(1); Object.defineProperty(p, "constructor", { get() { log("constructor"); return Promise; } }); return new Promise((r) => r(p)); });
await outAsync(async () => { const p = Promise.resolve(1); Object.defineProperty(p, "constructor", { get() { log("constructor"); throw new Error("E:c"); } }); return new Promise((r) => r(p)); });
await outAsync(async () => { class Mine extends Promise { static get [Symbol.species]() { log("species"); return Promise; } } return new Promise((r) => r(Mine.resolve(2))); });
await outAsync(async () => { const late = Promise.resolve({ get then() { log("then"); return undefined; } }); return new Promise((r) => r(late)).then(Object.keys); });
await outAsync(async () => { async function* g() { yield Promise.resolve(spy({}, "y")).then(nothing); } const r = []; for await (const x of g()) r.push(x); return r; });
