// Deep merge with arrays, overriding and deleting keys.
const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);
function merge(target, ...sources) {
  for (const source of sources) {
    for (const key of Object.keys(source)) {
      if (source[key] === undefined) delete target[key];
      else if (isObject(source[key]) && isObject(target[key])) merge(target[key], source[key]);
      else if (Array.isArray(source[key]) && Array.isArray(target[key])) target[key] = [...new Set([...target[key], ...source[key]])];
      else target[key] = structuredClone(source[key]);
    }
  }
  return target;
}
const defaults = { server: { port: 80, hosts: ["a"], tls: { on: false } }, debug: true, keep: 1 };
const user = { server: { port: 8080, hosts: ["b", "a"], tls: { on: true, cert: "x" } }, debug: undefined };
const result = merge({}, defaults, user);
user.server.tls.cert = "changed";
return { result, untouched: defaults.server.port, order: Object.keys(result) };
