// Parent references to a tree, depth-first and breadth-first walks, paths.
const flat = [{ id: 1, parent: null, name: "root" }, { id: 2, parent: 1, name: "a" }, { id: 3, parent: 1, name: "b" }, { id: 4, parent: 2, name: "a1" }, { id: 5, parent: 4, name: "deep" }, { id: 6, parent: 3, name: "b1" }];
const nodes = new Map(flat.map(({ id, name }) => [id, { id, name, children: [] }]));
let root;
for (const { id, parent } of flat) parent === null ? (root = nodes.get(id)) : nodes.get(parent).children.push(nodes.get(id));
function* dfs(node, depth = 0) { yield [node.name, depth]; for (const child of node.children) yield* dfs(child, depth + 1); }
const bfs = []; const queue = [root];
while (queue.length) { const node = queue.shift(); bfs.push(node.name); queue.push(...node.children); }
const pathTo = (target, node = root, path = []) => node.name === target ? [...path, node.name] : node.children.map((c) => pathTo(target, c, [...path, node.name])).find(Boolean) ?? null;
return { outline: [...dfs(root)].map(([n, d]) => "  ".repeat(d) + n), bfs, path: pathTo("deep"), none: pathTo("zz"), height: Math.max(...[...dfs(root)].map(([, d]) => d)) };
