// Primes, Fibonacci, permutations, interleaving, sliding windows.
function* primes() { const found = []; for (let n = 2; ; n++) if (found.every((p) => p * p > n || n % p)) { found.push(n); yield n; } }
function* fibonacci() { for (let [a, b] = [0n, 1n]; ; [a, b] = [b, a + b]) yield a; }
function* windows(list, n) { for (let i = 0; i + n <= list.length; i++) yield list.slice(i, i + n); }
function* interleave(...sources) { const its = sources.map((s) => s[Symbol.iterator]()); while (its.length) for (let i = 0; i < its.length; ) { const { value, done } = its[i].next(); if (done) its.splice(i, 1); else { yield value; i++; } } }
function* permute(a, n = a.length) { if (n < 2) yield [...a]; else for (let i = 0; i < n; i++) { yield* permute(a, n - 1); const j = n % 2 ? 0 : i; [a[j], a[n - 1]] = [a[n - 1], a[j]]; } }
function* collatz(n) { while (n !== 1) { yield n; n = n % 2 ? 3 * n + 1 : n / 2; } yield 1; }
return { primes: primes().take(12).toArray(), fib: String(fibonacci().drop(100).next().value), windows: [...windows([1, 2, 3, 4], 2)], interleave: [...interleave("abc", [1], new Set(["x", "y"]))], permutations: [...permute([1, 2, 3])].length, collatz: [...collatz(27)].length, hanoi: [...(function* hanoi(n, a, b, c) { if (n) { yield* hanoi(n - 1, a, c, b); yield a + c; yield* hanoi(n - 1, b, a, c); } })(3, "A", "B", "C")].join(" ") };
