function* pairs(n) { for (let i = 0; i < n; i++) yield [i, i * 2]; }
function main() {
  let sum = 0;
  for (const [a, b] of pairs(300000)) { sum += a + b; }
  return sum;
}
