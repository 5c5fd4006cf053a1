// An event emitter with once, off, wildcards and errors.
class Emitter {
  #handlers = new Map();
  on(event, handler) { (this.#handlers.get(event) ?? this.#handlers.set(event, new Set()).get(event)).add(handler); return () => this.off(event, handler); }
  once(event, handler) { const off = this.on(event, (...args) => { off(); handler.apply(this, args); }); return off; }
  off(event, handler) { this.#handlers.get(event)?.delete(handler); return this; }
  emit(event, ...args) {
    const errors = [];
    for (const name of [event, "*"]) for (const handler of [...(this.#handlers.get(name) ?? [])]) { try { handler.call(this, ...(name === "*" ? [event, ...args] : args)); } catch (error) { errors.push(error); } }
    if (errors.length) throw new AggregateError(errors, `${errors.length} handlers of ${event} failed`);
    return this.#handlers.get(event)?.size ?? 0;
  }
}
const log = []; const e = new Emitter();
const stop = e.on("data", (x) => log.push(`a${x}`));
e.once("data", function (x) { log.push(`once${x}${this === e}`); });
e.on("*", (name, ...rest) => log.push(`${name}:${rest}`));
e.emit("data", 1); e.emit("data", 2); stop(); e.emit("data", 3); e.emit("none");
e.on("bad", () => { throw new Error("one"); }); e.on("bad", () => { throw new TypeError("two"); });
try { e.emit("bad"); } catch (error) { log.push(error.message, ...error.errors.map(String)); }
return log;
