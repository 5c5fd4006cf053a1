// Finding a tool from inside a program, then calling it by its path.
const { items } = search({ query: "list support tickets", limit: 1 });
const path = items[0].path;
console.log("found", path);

// Bracket names work at every level.
const [, namespace, name] = path.split(".");
const { count } = await tools[namespace][name]({ status: "open" });
return { path, open: count };
