// Result values instead of exceptions.
const ok = (value) => ({ ok: true, value, map: (f) => ok(f(value)), then: undefined, flatMap: (f) => f(value), or: () => value });
const err = (error) => ({ ok: false, error, map: () => err(error), flatMap: () => err(error), or: (d) => d });
const attempt = (f) => { try { return ok(f()); } catch (e) { return err(e instanceof Error ? e.message : String(e)); } };
const parseAge = (s) => attempt(() => { const n = Number(s); if (!Number.isInteger(n)) throw new TypeError(`"${s}" is no integer`); return n; }).flatMap((n) => (n < 0 || n > 150 ? err(`${n} is out of range`) : ok(n)));
const collect = (results) => results.reduce((acc, r) => acc.flatMap((list) => r.map((v) => [...list, v])), ok([]));
return { ages: ["42", "x", "-1", "", "200"].map((s) => { const r = parseAge(s); return r.ok ? r.value : r.error; }), all: collect(["1", "2"].map(parseAge)).or(null), some: collect(["1", "z", "q"].map(parseAge)).error, fallback: parseAge("bad").or(18), chain: ok(2).map((x) => x * 10).flatMap((x) => (x > 10 ? ok(x) : err("small"))).value, json: attempt(() => JSON.parse("[1")).ok, odd: attempt(() => { throw undefined; }).error };
