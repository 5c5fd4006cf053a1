// Dependencies in order, and cycles found.
const sort = (graph) => {
  const state = new Map(), order = [];
  const visit = (node, path) => {
    if (state.get(node) === "done") return;
    if (state.get(node) === "open") throw new Error(`cycle: ${[...path.slice(path.indexOf(node)), node].join(" > ")}`);
    state.set(node, "open");
    for (const next of graph[node] ?? []) visit(next, [...path, node]);
    state.set(node, "done"); order.push(node);
  };
  Object.keys(graph).forEach((node) => visit(node, []));
  return order;
};
const attempt = (g) => { try { return sort(g); } catch ({ message }) { return message; } };
return [attempt({ app: ["lib", "ui"], ui: ["lib"], lib: [] }), attempt({ a: ["b"], b: ["c"], c: ["b"] }), attempt({}), attempt({ x: ["y"] })];
