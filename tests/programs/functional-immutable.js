// Immutable updates along paths, undo and redo.
const update = (o, [key, ...rest], f) => Array.isArray(o) ? o.with(key, rest.length ? update(o[key], rest, f) : f(o[key])) : { ...o, [key]: rest.length ? update(o[key] ?? {}, rest, f) : f(o[key]) };
const freeze = (o) => { Object.values(o).forEach((v) => typeof v === "object" && v && freeze(v)); return Object.freeze(o); };
const reducer = (state, action) => { switch (action.type) { case "add": return update(state, ["todos"], (t) => [...t, { id: t.length + 1, text: action.text, done: false }]); case "toggle": return update(state, ["todos", action.at, "done"], (d) => !d); case "rename": return update(state, ["meta", "title"], () => action.title); default: return state; } };
const store = (initial) => { let past = [], present = freeze(initial), future = []; return { dispatch(a) { const next = reducer(present, a); if (next === present) return; past.push(present); present = freeze(next); future = []; }, undo() { if (past.length) { future.unshift(present); present = past.pop(); } }, redo() { if (future.length) { past.push(present); present = future.shift(); } }, get state() { return present; } }; };
const s = store({ todos: [], meta: { title: "t" } });
const before = s.state; s.dispatch({ type: "add", text: "a" }); s.dispatch({ type: "add", text: "b" }); s.dispatch({ type: "toggle", at: 1 }); const done = s.state; s.dispatch({ type: "rename", title: "new" }); s.dispatch({ type: "noop" });
const shared = s.state.todos === done.todos; s.undo(); s.undo(); const undone = s.state; s.redo();
let error; try { s.state.todos.push(1); } catch (e) { error = e.name; }
return { before, undone, now: s.state, shared, error, deep: update({}, ["a", "b", "c"], () => 1) };
