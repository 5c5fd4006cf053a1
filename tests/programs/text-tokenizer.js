// A calculator: tokens, precedence parser, evaluation, errors.
function tokenize(source) {
  const tokens = []; const re = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([a-z]+)|(\*\*|[-+*/%(),]))/giy;
  let at = 0;
  while (at < source.trimEnd().length) {
    re.lastIndex = at; const m = re.exec(source);
    if (!m) throw new SyntaxError(`unexpected ${JSON.stringify(source[at])} at ${at}`);
    tokens.push(m[1] ? { n: Number(m[1]) } : m[2] ? { id: m[2] } : { op: m[3] }); at = re.lastIndex;
  }
  return tokens;
}
const power = { "+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "**": 4 };
const apply = { "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a % b, "**": (a, b) => a ** b };
function evaluate(source) {
  const tokens = tokenize(source); let i = 0;
  const primary = () => {
    const t = tokens[i++];
    if (!t) throw new SyntaxError("unexpected end");
    if ("n" in t) return t.n;
    if (t.op === "-") return -expr(3);
    if (t.op === "(") { const v = expr(0); if (tokens[i++]?.op !== ")") throw new SyntaxError("missing )"); return v; }
    if (t.id) { if (t.id === "pi") return Math.PI; const args = []; i++; do args.push(expr(0)); while (tokens[i]?.op === "," && ++i); i++; if (typeof Math[t.id] !== "function") throw new ReferenceError(t.id); return Math[t.id](...args); }
    throw new SyntaxError(`unexpected ${t.op}`);
  };
  const expr = (min) => {
    let left = primary();
    for (let t; (t = tokens[i]) && power[t.op] > min; ) { i++; left = apply[t.op](left, expr(t.op === "**" ? power[t.op] - 1 : power[t.op])); }
    return left;
  };
  const value = expr(0);
  if (i < tokens.length) throw new SyntaxError(`left over: ${JSON.stringify(tokens[i])}`);
  return value;
}
return ["1 + 2 * 3", "(1+2)*3", "2 ** 3 ** 2", "-2 ** 2", "10 / 4 % 2", "max(1, 2*5, 3) + min(4,2)", "sqrt(16)", "1e3 + .5", "2 * (3", "1 2", "pi * 0", "foo(1)", ""].map((s) => { try { return [s, evaluate(s)]; } catch (e) { return [s, `${e.name}: ${e.message}`]; } });
