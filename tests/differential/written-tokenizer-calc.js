// A program as models write them; see what it returns.
await outAsync(async () => {
const spec = [['num', /\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy], ['id', /[a-z_]\w*/iy], ['op', /\*\*|[-+*\/%(),^]/y], ['ws', /\s+/y]];
function* lex(s) { let i = 0; outer: while (i < s.length) { for (const [t, re] of spec) { re.lastIndex = i; const m = re.exec(s); if (m) { i = re.lastIndex; if (t !== 'ws') yield { t, v: m[0], at: m.index }; continue outer; } } throw new SyntaxError(`Unexpected '${s[i]}' at ${i}`); } yield { t: 'end', v: '', at: s.length }; }
const fns = { sqrt: Math.sqrt, max: Math.max, min: Math.min, abs: Math.abs, round: (x, d = 0) => Math.round(x * 10 ** d) / 10 ** d };
function evaluate(s, vars = {}) { const it = lex(s); let cur = it.next().value; const adv = () => { const c = cur; cur = it.next().value; return c; };
  const expect = v => { if (cur.v !== v) throw new SyntaxError(`Expected '${v}' but got '${cur.v || 'end'}' at ${cur.at}`); return adv(); };
  const prec = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '**': 4, '^': 4 };
  const ops = { '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '%': (a, b) => a % b, '**': (a, b) => a ** b, '^': (a, b) => a ** b };
  function primary() { const t = adv(); if (t.t === 'num') return +t.v; if (t.v === '(') { const r = expr(0); expect(')'); return r; } if (t.v === '-') return -expr(3); if (t.v === '+') return expr(3);
    if (t.t === 'id') { if (cur.v === '(') { adv(); const args = []; if (cur.v !== ')') do { args.push(expr(0)); } while (cur.v === ',' && adv()); expect(')'); const f = Object.hasOwn(fns, t.v) ? fns[t.v] : undefined; if (!f) throw new ReferenceError(`Unknown function ${t.v}`); return f(...args); } if (t.v in vars) return vars[t.v]; throw new ReferenceError(`Unknown variable ${t.v}`); } throw new SyntaxError(`Unexpected token '${t.v}' at ${t.at}`); }
  function expr(min) { let l = primary(); while (cur.t === 'op' && prec[cur.v] > min) { const { v } = adv(); l = ops[v](l, expr(v === '**' || v === '^' ? prec[v] - 1 : prec[v])); } return l; }
  const r = expr(0); if (cur.t !== 'end') throw new SyntaxError(`Trailing '${cur.v}'`); return r; }
return ['1 + 2 * 3', '(1+2)*3', '2 ** 3 ** 2', '-2 ** 2', '10 % 4 - -3', 'sqrt(16) + max(1, 2, x)', 'round(3.14159, 2)', '1 +', '1 $ 2', 'foo(1)', 'y', '1.5e3/7', '((1)', 'min()', 'toString(1)', '1 2'].map(s => { try { return [s, evaluate(s, { x: 42 })]; } catch (e) { return [s, `${e.name}: ${e.message}`]; } });
});
