const schema = { name: { type: "string", required: true, min: 2 }, age: { type: "number", min: 0, max: 150, integer: true }, email: { type: "string", pattern: /^\S+@\S+\.\S+$/ }, role: { enum: ["admin", "user"], default: "user" }, tags: { type: "array", items: { type: "string" } }, address: { type: "object", properties: { zip: { type: "string", required: true } } } };
function validate(value, rules, path = "") {
  const errors = []; const out = {};
  for (const [key, rule] of Object.entries(rules)) {
    const at = path ? `${path}.${key}` : key; let v = value?.[key];
    if (v === undefined) { if (rule.required) errors.push(`${at} is required`); else if ("default" in rule) out[key] = typeof rule.default === "function" ? rule.default() : rule.default; continue; }
    const type = Array.isArray(v) ? "array" : v === null ? "null" : typeof v;
    if (rule.type && type !== rule.type) { errors.push(`${at} must be ${/^[aeio]/.test(rule.type) ? "an" : "a"} ${rule.type}, got ${type}`); continue; }
    if (rule.enum && !rule.enum.includes(v)) errors.push(`${at} must be one of ${rule.enum.map((x) => JSON.stringify(x)).join(", ")}`);
    const size = type === "string" || type === "array" ? v.length : v;
    if (rule.min !== undefined && size < rule.min) errors.push(`${at} must be at least ${rule.min}`);
    if (rule.max !== undefined && size > rule.max) errors.push(`${at} must be at most ${rule.max}`);
    if (rule.integer && !Number.isInteger(v)) errors.push(`${at} must be an integer`);
    if (rule.pattern && !rule.pattern.test(v)) errors.push(`${at} has the wrong format`);
    if (rule.items) v.forEach((item, i) => typeof item !== rule.items.type && errors.push(`${at}[${i}] must be a ${rule.items.type}`));
    if (rule.properties) { const inner = validate(v, rule.properties, at); errors.push(...inner.errors); v = inner.out; }
    out[key] = v;
  }
  for (const key of Object.keys(value ?? {})) if (!(key in rules)) errors.push(`${path ? path + "." : ""}${key} is unknown`);
  return { errors, out };
}
return [{ name: "Al", age: 5, tags: ["x"] }, { name: "A", age: -1.5, email: "no", role: "root", tags: ["a", 1, null], address: {}, extra: 1 }, null, { name: 5, tags: "x", address: { zip: "1", city: "y" } }].map((v) => validate(v, schema));
