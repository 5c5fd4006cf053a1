// A program as models write them; see what it returns.
await outAsync(async () => {
const machine = { initial: 'cart', states: { cart: { on: { CHECKOUT: { target: 'payment', guard: c => c.items > 0, action: c => ({ ...c, at: 'pay' }) } } }, payment: { on: { PAID: 'shipped', FAIL: [{ target: 'cart', guard: c => c.tries >= 2 }, { target: 'payment', action: c => ({ ...c, tries: c.tries + 1 }) }] } }, shipped: { on: { DELIVER: 'done' }, entry: c => ({ ...c, shipped: true }) }, done: { type: 'final' } } };
const interpret = ({ states, initial }, ctx) => { let state = initial; const hist = [state]; return { send(ev, payload) { const t = states[state].on?.[ev]; const cand = [t].flat().filter(Boolean).map(x => typeof x === 'string' ? { target: x } : x).find(x => x.guard?.(ctx, payload) ?? true); if (!cand) { hist.push(`!${ev}`); return this; } ctx = cand.action?.(ctx, payload) ?? ctx; state = cand.target; ctx = states[state].entry?.(ctx) ?? ctx; hist.push(state); return this; }, get state() { return state; }, get ctx() { return ctx; }, hist }; };
const m = interpret(machine, { items: 0, tries: 0 }).send('CHECKOUT'); const n = interpret(machine, { items: 2, tries: 0 }).send('CHECKOUT').send('FAIL').send('FAIL').send('FAIL').send('CHECKOUT').send('PAID').send('DELIVER').send('X');
return [m.hist, n.hist, n.ctx, n.state];
});
