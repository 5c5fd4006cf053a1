const hanoi = (n, a, b, c) => n ? [...hanoi(n - 1, a, c, b), [a, c], ...hanoi(n - 1, b, a, c)] : [];
out(() => hanoi(4, "A", "B", "C").length);
out(() => hanoi(2, "A", "B", "C")); const perms = (xs) => xs.length < 2 ? [xs] : xs.flatMap((x, i) => perms(xs.toSpliced(i, 1)).map((p) => [x, ...p]));
out(() => perms([1, 2, 3])); const sieve = (n) => { const s = Array(n + 1).fill(true); s[0] = s[1] = false; for (let i = 2; i * i <= n; i++) if (s[i]) for (let j = i * i; j <= n; j += i) s[j] = false; return s.flatMap((p, i) => p ? i : []); };
out(() => sieve(60)); const gcd = (a, b) => b ? gcd(b, a % b) : a;
out(() => [gcd(48, 36), [48, 36, 120].reduce(gcd)]); const qs = ([p, ...r]) => p === undefined ? [] : [...qs(r.filter((x) => x < p)), p, ...qs(r.filter((x) => x >= p))];
out(() => qs([5, 3, 8, 1, 9, 2])); const roman = (n) => [[1000, "M"], [900, "CM"], [500, "D"], [400, "CD"], [100, "C"], [90, "XC"], [50, "L"], [40, "XL"], [10, "X"], [9, "IX"], [5, "V"], [4, "IV"], [1, "I"]].reduce((s, [v, r]) => { while (n >= v) { s += r; n -= v; } return s; }, "");
out(() => [1994, 2024, 49].map(roman));
