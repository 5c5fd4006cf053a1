// A small query language over nested data.
const store = { books: [{ title: "A", price: 8, tags: ["x"] }, { title: "B", price: 12, tags: [] }, { title: "C", price: 9 }], owner: { name: "Z" } };
function query(data, path) {
  const steps = path.match(/[^.[\]]+|\[[^\]]+\]/g).map((s) => s.replace(/^\[|\]$/g, ""));
  return steps.reduce((nodes, step) => nodes.flatMap((node) => {
    if (node == null) return [];
    if (step === "*") return Object.values(node);
    const filter = /^\?(\w+)([<>=]+)(.+)$/.exec(step);
    if (filter) {
      const [, key, op, raw] = filter; const value = JSON.parse(raw);
      const test = { "<": (v) => v < value, ">": (v) => v > value, "==": (v) => v === value }[op];
      return node.filter((item) => test(item[key]));
    }
    return step in Object(node) ? [node[step]] : [];
  }), [data]);
}
return ["owner.name", "books[*].title", "books[?price<10].title", "books[0].tags[*]", "books[?title==\"B\"].price", "nope.x", "books[*].tags.length"].map((p) => [p, query(store, p)]);
