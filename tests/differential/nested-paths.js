const get = (o, p, d) => p.replace(/\[(\d+)\]/g, ".$1").split(".").filter(Boolean).reduce((v, k) => v?.[k], o) ?? d; const set = (o, [k, ...r], v) => r.length ? { ...o, [k]: set(o?.[k] ?? {}, r, v) } : { ...o, [k]: v }; const flat = (o, p = "") => Object.entries(o).flatMap(([k, v]) => v && typeof v === "object" && !Array.isArray(v) ? flat(v, `${p}${k}.`) : [[p + k, v]]); const o = { a: { b: [{ c: 1 }, { c: null }] }, d: false };
out(() => [get(o, "a.b[0].c"), get(o, "a.b[1].c", "dflt"), get(o, "x.y.z", 0), get(o, "d", true)]);
out(() => set(o, ["a", "n", "m"], 5));
out(() => flat({ a: { b: 1, c: { d: [1] } }, e: null }));
out(() => { const diff = (a, b) => Object.keys({ ...a, ...b }).filter((k) => JSON.stringify(a[k]) !== JSON.stringify(b[k])); return diff({ a: 1, b: { c: 2 }, d: 3 }, { a: 1, b: { c: 3 }, e: 4 }); });
out(() => { const merge = (a, b) => Object.entries(b).reduce((r, [k, v]) => ({ ...r, [k]: v?.constructor === Object && r[k]?.constructor === Object ? merge(r[k], v) : v }), a); return merge({ a: { x: 1 }, l: [1] }, { a: { y: 2 }, l: [2] }); });
