// A program as models write them: bigint math.
const show = (...a) => print(a.map((x) => typeof x === "string" ? x : describe(x)).join(" "));
{
const modpow = (b, e, m) => { let r = 1n; for (b %= m; e; e >>= 1n, b = b * b % m) if (e & 1n) r = r * b % m; return r; }; show(modpow(3n, 1000n, 1000000007n), 2n ** 100n, -7n / 2n, -7n % 3n, BigInt.asUintN(64, -1n), 10n > 9, 10n == 10, typeof 1n, (123456789n ** 3n).toString(36), BigInt('0b1010'), BigInt(1e21), (1n << 70n).toLocaleString('de-DE'), Number(2n ** 53n + 1n), parseInt('12n'), [3n, 1, 2n].sort().join(), 0n ? 't' : 'f', 5n & 3n, ~5n);
const isqrt = (n) => { if (n < 2n) return n; let x = BigInt(Math.floor(Math.sqrt(Number(n)))); while (x * x > n) x--; while ((x + 1n) ** 2n <= n) x++; return x; }; show(isqrt(10n ** 40n + 12345n), [1n, 2n].map(Number), JSON.stringify({ v: 1n }, (k, v) => typeof v === 'bigint' ? v.toString() : v)); for (const f of [() => 1n + 1, () => Math.max(1n), () => +1n, () => BigInt(1.5), () => BigInt('x'), () => 1n / 0n, () => 2n ** -1n]) try { show(f()); } catch (e) { show(e.name); }
}
