// Completion values through finally, loops and labels.
const log = [];
const a = () => { try { return "try"; } finally { log.push("a"); } };
const b = () => { try { throw new Error("x"); } catch { return "catch"; } finally { return "finally"; } };
const c = () => { for (let i = 0; i < 3; i++) { try { if (i === 1) continue; if (i === 2) break; log.push(`c${i}`); } finally { log.push(`cf${i}`); } } return "c"; };
const d = () => { outer: for (const x of [1, 2]) { for (const y of [1, 2]) { try { if (y === 2) continue outer; log.push(`d${x}${y}`); } finally { log.push(`df${y}`); } } } };
const e = () => { try { try { throw new Error("first"); } finally { throw new Error("second"); } } catch (error) { return error.message; } };
const f = () => { let i = 0; try { return i; } finally { i = 5; } };
const g = () => { while (true) { try { return "lost"; } finally { break; } } return "after"; };
const h = () => { try { try { throw 1; } catch (x) { throw x + 1; } finally { log.push("h"); } } catch (x) { return x; } };
function* gen() { try { yield 1; } finally { log.push("gen"); } }
const i = () => { for (const v of gen()) return v; };
const j = () => { try { for (const v of gen()) throw new Error(`j${v}`); } catch (x) { return x.message; } };
return { results: [a(), b(), c(), d() ?? null, e(), f(), g(), h(), i(), j()], log };
