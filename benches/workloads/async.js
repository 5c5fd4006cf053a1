async function step(i) { return i; }
async function* numbers(n) { for (let i = 0; i < n; i++) yield i; }
async function main() {
  let sum = 0;
  for (let i = 0; i < 10000; i++) { sum += await step(i); }
  const all = await Promise.all(Array.from({ length: 5000 }, (_, i) => step(i)));
  for (const value of all) sum += value;
  for await (const value of numbers(5000)) sum += value;
  return sum;
}
