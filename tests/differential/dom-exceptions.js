// What built-ins of the Web throw, told apart by name and code.
const shown = (f) => out(() => { try { return f(); } catch (e) { return [e.name, e.code, e instanceof DOMException, Object.prototype.toString.call(e), e.constructor.name, "cause" in e, String(e).split(":")[0]]; } });
shown(() => atob("@@"));
shown(() => btoa("€"));
shown(() => structuredClone(Symbol()));
shown(() => structuredClone({ f() {} }));
shown(() => { throw new DOMException("Aborted by user", "AbortError"); });
shown(() => { throw new DOMException("m", "Unheard"); });
shown(() => { throw new DOMException(); });
shown(() => { throw new DOMException("m", { name: "TimeoutError", cause: 5 }); });
out(() => { try { DOMException("x"); } catch (e) { return e.name; } });
out(() => { const e = new DOMException("m", "SyntaxError"); return [e.message, e.name, e.code, Object.keys(e), `${e}`, typeof e.stack, e.cause]; });
out(() => ["ABORT_ERR", "DATA_CLONE_ERR", "TIMEOUT_ERR", "NOT_FOUND_ERR", "QUOTA_EXCEEDED_ERR"].map((name) => [DOMException[name], DOMException.prototype[name]]));
out(() => { class Mine extends DOMException { constructor(m) { super(m, "DataError"); this.extra = 1; } } const e = new Mine("x"); return [e instanceof Mine, e instanceof DOMException, e.name, e.code, e.message, e.extra]; });
out(() => [DOMException.name, DOMException.length, typeof DOMException.prototype]);
