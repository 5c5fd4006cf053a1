// Constructors and methods of URLSearchParams.
const show = (params) => params.toString();
const out = {};
out.strings = ["", "?", "a", "a=", "=b", "a=b&c", "&&a=1&&", "??a=1", "a=1=2", "a+b=c+d", "%41=%zz&%", "é=ü", "a=%F0%9F%98%80", "a=%ff", "a;b=1", "#x=1"]
  .map((text) => [text, [...new URLSearchParams(text)], show(new URLSearchParams(text))]);
out.record = show(new URLSearchParams({ q: "a b", n: 1, t: true, u: undefined, nul: null, list: [1, 2], o: {} }));
out.pairs = show(new URLSearchParams([["a", 1], ["b", "x&y"], ["a", "2"]]));
out.map = show(new URLSearchParams(new Map([["k", "v"], ["l", "w"]])));
out.generator = show(new URLSearchParams((function* () { yield ["g", "1"]; yield new Set(["h", "2"]); })()));
out.copy = (() => { const a = new URLSearchParams("x=1"); const b = new URLSearchParams(a); b.append("y", "2"); return [show(a), show(b)]; })();
out.none = [show(new URLSearchParams()), show(new URLSearchParams(undefined)), show(new URLSearchParams(null)), show(new URLSearchParams(12))];
out.entries = show(new URLSearchParams(Object.entries({ a: "1", b: "2" })));
const p = new URLSearchParams("b=2&a=1&b=3&c=");
out.get = [p.get("b"), p.get("zz"), p.get("c"), p.getAll("b"), p.getAll("zz"), p.has("a"), p.has("zz"), p.has("b", "3"), p.has("b", "9"), p.size];
p.append("d", { toString: () => "obj" });
p.delete("b", "2");
out.afterDelete = show(p);
p.set("a", "new"); p.set("e", 5);
out.afterSet = show(p);
p.append("a", "again"); p.set("a", "one");
out.setCollapses = show(p);
p.sort();
out.sorted = show(p);
out.iterate = [[...p], [...p.keys()], [...p.values()], [...p.entries()], Object.fromEntries(p)];
const seen = [];
p.forEach(function (value, key, object) { seen.push([key, value, object === p, this.tag]); }, { tag: "T" });
out.forEach = seen;
const live = [];
for (const [key] of p) { live.push(key); if (key === "a") p.delete("c"); }
out.live = live;
out.encoding = show(new URLSearchParams({ "a b": "!'()*~-._ ü€😀\n\0+%" }));
out.surrogates = show(new URLSearchParams({ x: "\ud800y" }));
out.json = [JSON.stringify(p), JSON.stringify({ p })];
out.tags = [Object.prototype.toString.call(p), Object.prototype.toString.call(p.entries()), p.entries()[Symbol.iterator]().next().value];
out.same = URLSearchParams.prototype[Symbol.iterator] === URLSearchParams.prototype.entries;
out.stableSort = (() => { const q = new URLSearchParams("z=1&\ufffd=2&\ud83d\ude00=3&a=1&z=0"); q.sort(); return [...q]; })();
const errors = [() => new URLSearchParams([["a"]]), () => new URLSearchParams(["ab"]), () => new URLSearchParams([1]), () => URLSearchParams(), () => p.append("a"), () => p.get(), () => p.forEach(1), () => URLSearchParams.prototype.get.call({}, "a"), () => new URLSearchParams({ [Symbol("s")]: 1 })];
out.errors = errors.map((run) => { try { run(); return "none"; } catch (error) { return error.name; } });
out.closed = (() => {
  let closed = 0;
  const source = { [Symbol.iterator]() { return { next: () => ({ done: false, value: ["a", "b", "c"] }), return() { closed++; return {}; } }; } };
  try { let n = 0; for (const _ of source) if (++n > 1) break; } catch {}
  return closed;
})();
class Query extends URLSearchParams { ids() { return this.getAll("id").map(Number); } }
out.subclass = new Query("id=1&id=2").ids();
return out;
