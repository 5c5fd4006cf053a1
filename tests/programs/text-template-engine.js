// A small template engine with loops, conditions and filters.
const filters = { upper: (s) => String(s).toUpperCase(), money: (n) => `$${Number(n).toFixed(2)}`, default: (v, d) => v ?? d, join: (l, s) => l.join(s) };
const get = (scope, path) => path.split(".").reduce((o, k) => o?.[k], scope);
function render(template, scope) {
  return template
    .replace(/\{\{#each (\w+)\}\}([\s\S]*?)\{\{\/each\}\}/g, (_, name, inner) => (scope[name] ?? []).map((item, index) => render(inner, { ...scope, this: item, index })).join(""))
    .replace(/\{\{#if ([\w.]+)\}\}([\s\S]*?)(?:\{\{else\}\}([\s\S]*?))?\{\{\/if\}\}/g, (_, path, yes, no = "") => render(get(scope, path) ? yes : no, scope))
    .replace(/\{\{([\w.]+)((?:\|[\w]+(?::[^|}]*)?)*)\}\}/g, (_, path, pipes) => pipes.split("|").filter(Boolean).reduce((v, pipe) => { const [name, arg] = pipe.split(":"); return filters[name](v, arg); }, get(scope, path)) ?? "");
}
return render("Hi {{user.name|upper}}!{{#if user.vip}} VIP{{else}} std{{/if}}\n{{#each items}}{{index}}. {{this.n}} {{this.p|money}}\n{{/each}}Note: {{note|default:none}} [{{tags|join:, }}]{{missing}}", { user: { name: "Zoë", vip: false }, items: [{ n: "x", p: 1.5 }, { n: "y", p: 20 }], tags: ["a", "b"] });
