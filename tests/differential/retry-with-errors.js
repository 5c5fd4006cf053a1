let calls = 0; const flaky = async () => { calls++; if (calls < 3) throw new Error("E:flaky " + calls); return "ok " + calls; };
async function retry(f, n) { for (let i = 0; ; i++) { try { return await f(); } catch (e) { log(e); if (i >= n) throw new Error("E:gave up", { cause: e }); } } }
await outAsync(() => retry(flaky, 5)); calls = -10;
await outAsync(() => retry(flaky, 1));
await outAsync(async () => { try { await retry(flaky, 0); } catch (e) { return [e.cause, e instanceof Error]; } });
