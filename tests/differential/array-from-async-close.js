// How many turns Array.fromAsync takes to close its iterator when the mapper throws: none where there is no `return`.
// A `return` whose promise is rejected is left out: Node closes again and again.
const turns = (items, mapper) => outAsync(async () => {
  let settled = false;
  const made = Array.fromAsync(items, mapper).catch((error) => { log("settled", error); settled = true; });
  for (let turn = 0; turn < 20 && !settled; turn++) { await null; log(turn); }
  return made;
});
const boom = () => { throw new Error("E:boom"); };
const asyncBoom = async () => boom();
const next = () => Promise.resolve({ value: 1, done: false });
for (const mapper of [boom, asyncBoom]) {
  await turns({ [Symbol.asyncIterator]: () => ({ next }) }, mapper);
  await turns({ [Symbol.asyncIterator]: () => ({ next, return() { log("return"); return Promise.resolve({}); } }) }, mapper);
  await turns((async function* () { yield 1; })(), mapper);
  await turns((async function* () { try { yield 1; } finally { log("finally"); await null; } })(), mapper);
  await turns([1], mapper);
  await turns({ *[Symbol.iterator]() { try { yield 1; } finally { log("finally"); } } }, mapper);
}
