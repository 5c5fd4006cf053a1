// A state machine with guards and history.
class Machine {
  history = [];
  constructor(config) { this.config = config; this.state = config.initial; }
  can(event) { return this.#next(event) !== undefined; }
  #next(event, payload) { const t = this.config.states[this.state]?.on?.[event]; if (!t) return undefined; const { target, guard } = typeof t === "string" ? { target: t } : t; return !guard || guard(payload) ? target : undefined; }
  send(event, payload) {
    const target = this.#next(event, payload);
    if (target === undefined) throw new Error(`no transition ${event} from ${this.state}`);
    this.history.push(`${this.state}-${event}->${target}`);
    this.config.states[this.state].exit?.(this); this.state = target; this.config.states[target].enter?.(this, payload);
    return this;
  }
}
const log = [];
const order = new Machine({ initial: "draft", states: {
  draft: { on: { submit: { target: "pending", guard: (p) => p?.items > 0 }, cancel: "cancelled" }, exit: () => log.push("left draft") },
  pending: { on: { approve: "approved", reject: "draft" }, enter: (m, p) => log.push(`pending with ${p.items}`) },
  approved: { enter: () => log.push("done") }, cancelled: {},
} });
try { order.send("submit", { items: 0 }); } catch (error) { log.push(error.message); }
order.send("submit", { items: 2 }).send("reject").send("submit", { items: 1 }).send("approve");
return { state: order.state, history: order.history, log, can: ["approve", "cancel"].map((e) => order.can(e)) };
