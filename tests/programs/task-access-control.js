// Roles with inheritance, wildcards and denials.
const roles = { viewer: { allow: ["doc:read"] }, editor: { inherits: ["viewer"], allow: ["doc:*"], deny: ["doc:delete"] }, admin: { inherits: ["editor"], allow: ["*"], deny: [] }, loop: { inherits: ["loop2"] }, loop2: { inherits: ["loop"], allow: ["x:y"] } };
const matches = (pattern, action) => new RegExp(`^${pattern.split("*").map(RegExp.escape ?? ((s) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join(".*")}$`).test(action);
function resolve(role, seen = new Set()) { if (seen.has(role)) return []; seen.add(role); const r = roles[role]; if (!r) throw new ReferenceError(`no role ${role}`); return [r, ...(r.inherits ?? []).flatMap((p) => resolve(p, seen))]; }
const can = (role, action) => { for (const { allow = [], deny = [] } of resolve(role)) { if (deny.some((p) => matches(p, action))) return false; if (allow.some((p) => matches(p, action))) return true; } return false; };
const actions = ["doc:read", "doc:write", "doc:delete", "user:ban", "x:y"];
const matrix = Object.fromEntries(Object.keys(roles).map((r) => [r, actions.map((a) => (can(r, a) ? "✓" : "·")).join("")]));
const audit = []; const guarded = (user, object) => new Proxy(object, { get(t, k) { if (typeof t[k] !== "function") return t[k]; return (...args) => { const ok = can(user.role, `doc:${String(k)}`); audit.push(`${user.name} ${String(k)} ${ok ? "ok" : "denied"}`); if (!ok) throw Object.assign(new Error("forbidden"), { status: 403 }); return t[k](...args); }; } });
const doc = guarded({ name: "e", role: "editor" }, { title: "t", read: () => "text", delete: () => true });
let status; try { doc.delete(); } catch (e) { status = e.status; }
return { matrix, read: doc.read(), title: doc.title, status, audit, missing: (() => { try { can("ghost", "x"); } catch (e) { return e.message; } })() };
