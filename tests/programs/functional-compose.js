// Compose, curry, memoize, partial application, transducers.
const pipe = (...fs) => (x) => fs.reduce((v, f) => f(v), x);
const compose = (...fs) => pipe(...fs.toReversed());
const curry = (f) => function next(...args) { return args.length >= f.length ? f.apply(this, args) : (...more) => next.apply(this, [...args, ...more]); };
const memoize = (f, key = JSON.stringify) => { const cache = new Map(); const m = (...args) => { const k = key(args); if (!cache.has(k)) cache.set(k, f(...args)); return cache.get(k); }; return Object.assign(m, { cache }); };
const mapping = (f) => (step) => (acc, x) => step(acc, f(x)); const filtering = (p) => (step) => (acc, x) => (p(x) ? step(acc, x) : acc);
const fib = memoize((n) => (n < 2 ? BigInt(n) : fib(n - 1) + fib(n - 2)));
const add3 = curry((a, b, c) => a + b + c);
const once = (f) => { let done, value; return (...a) => (done ? value : ((done = true), (value = f(...a)))); };
let calls = 0; const init = once(() => ++calls);
const Y = (f) => ((x) => x(x))((x) => f((...a) => x(x)(...a)));
const lens = (get, set) => ({ over: (f, o) => set(f(get(o)), o) }); const name = lens((o) => o.name, (name, o) => ({ ...o, name }));
return { pipe: pipe((x) => x + 1, (x) => x * 2, String)(3), compose: compose((s) => s + "!", (s) => s.toUpperCase())("hey"), curried: [add3(1)(2)(3), add3(1, 2)(3), add3(1)(2, 3)], fib: String(fib(90)), cached: fib.cache.size, once: [init(), init(), calls], transduced: [1, 2, 3, 4, 5].reduce(pipe(mapping((x) => x * x), filtering((x) => x % 2))((acc, x) => [...acc, x]), []), y: Y((self) => (n) => (n ? n * self(n - 1) : 1))(6), lens: name.over((s) => s.toUpperCase(), { name: "a", n: 1 }), bound: [1, 2, 3].map(Math.pow.bind(null, 2)), partial: ["a", "b"].map(String.prototype.concat.bind("x")) };
