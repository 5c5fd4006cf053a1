async function main() {
  let sum = 0;
  for (let i = 0; i < 100000; i++) { sum += await host_async(i); }
  const all = await Promise.all(Array.from({ length: 10000 }, (_, i) => host_async(i)));
  for (const value of all) sum += value;
  return sum;
}
