const memo = (f, cache = new Map()) => (n) => cache.has(n) ? cache.get(n) : (cache.set(n, f(n)), cache.get(n));
const fib = memo((n) => n < 2 ? BigInt(n) : fib(n - 1) + fib(n - 2));
out(() => fib(120));
out(() => [0, 1, 2, 3].map(fib));
const counter = (() => { let n = 0; return { up: () => ++n, get value() { return n; } }; })();
out(() => [counter.up(), counter.up(), counter.value, counter]);
