// Slugs, camel, snake, kebab and title case.
const inputs = ["Hello, World!", "  Crème Brûlée  ", "XMLHttpRequest", "snake_case_name", "already-kebab", "Ünïcödé ñ", "a1B2c3", "Straße 10"];
const slug = (s) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
const words = (s) => s.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2").split(/[\s_-]+/).filter(Boolean);
const camel = (s) => words(s).map((w, i) => (i ? w[0].toUpperCase() + w.slice(1).toLowerCase() : w.toLowerCase())).join("");
const snake = (s) => words(s).map((w) => w.toLowerCase()).join("_");
const title = (s) => s.replace(/\b\w/g, (c) => c.toUpperCase());
return inputs.map((s) => [slug(s), camel(s), snake(s), title(s)]);
