// all, allSettled, race, any, nested and empty.
const ok = (v, n = 0) => new Promise((resolve) => { const step = (k) => (k ? Promise.resolve().then(() => step(k - 1)) : resolve(v)); step(n); });
const no = (v, n = 0) => ok(0, n).then(() => { throw new Error(v); });
const settle = async (p) => p.then((value) => ({ value }), (e) => ({ error: e.message ?? e, many: e.errors?.map((x) => x.message) }));
return {
  all: await settle(Promise.all([ok(1, 3), 2, ok(3)])), allFail: await settle(Promise.all([ok(1, 5), no("first", 1), no("second", 2)])), allEmpty: await settle(Promise.all([])),
  settled: await Promise.allSettled([ok(1), no("x"), 5]).then((l) => l.map(({ status, value, reason }) => [status, value ?? reason.message])),
  race: [await settle(Promise.race([ok("slow", 5), ok("fast", 1)])), await settle(Promise.race([no("bad", 1), ok("late", 9)]))],
  any: [await settle(Promise.any([no("a"), ok("b", 2), ok("c", 9)])), await settle(Promise.any([no("a"), no("b")])), await settle(Promise.any([]))],
  nested: await Promise.all([Promise.all([ok(1), ok(2)]), Promise.race([ok(3)])]), object: Object.fromEntries(await Promise.all(Object.entries({ a: ok(1), b: ok(2, 3) }).map(async ([k, p]) => [k, await p]))),
  iterable: await Promise.all(new Set([ok(1), ok(2)])), chain: await [1, 2, 3].reduce(async (acc, n) => [...(await acc), n * 2], Promise.resolve([])),
  finally: await ok(1).finally(() => 99), finallyThrows: await settle(ok(1).finally(() => { throw new Error("in finally"); })), thenSkips: await ok(5).then(undefined, () => 0).then(null), resolveTwice: await new Promise((r, j) => { r(1); r(2); j(3); }), throwsAfter: await new Promise((r) => { r("kept"); throw new Error("lost"); }), self: await settle(new Promise((r) => { const p = new Promise((rr) => queueMicrotask(() => rr(p))); r(p); })).then((x) => /promise/i.test(x.error)),
};
