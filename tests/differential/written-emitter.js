// A program as models write them; see what it returns.
await outAsync(async () => {
class Emitter { #h = new Map();
  on(e, f, { once = false, prepend = false } = {}) { const l = this.#h.get(e) ?? this.#h.set(e, []).get(e); l[prepend ? 'unshift' : 'push']({ f, once }); return () => this.off(e, f); }
  once(e, f) { return this.on(e, f, { once: true }); }
  off(e, f) { this.#h.set(e, (this.#h.get(e) ?? []).filter(x => x.f !== f)); return this; }
  emit(e, ...a) { const l = this.#h.get(e); if (!l?.length) { if (e === 'error') throw a[0] instanceof Error ? a[0] : new Error(`Unhandled error. (${a[0]})`); return false; } for (const x of [...l]) { if (x.once) this.off(e, x.f); Reflect.apply(x.f, this, a); } return true; }
  listenerCount(e) { return this.#h.get(e)?.length ?? 0; }
  async *events(e) { const q = []; let wake; const un = this.on(e, v => { q.push(v); wake?.(); }); try { while (true) { while (q.length) { const v = q.shift(); if (v === null) return 'end'; yield v; } await new Promise(r => (wake = r)); } } finally { un(); } } }
const em = new Emitter(), log = [];
const un = em.on('a', function (x) { log.push(['a', x, this === em]); }); em.once('a', x => log.push(['once', x])); em.on('a', x => log.push(['first', x]), { prepend: true });
em.emit('a', 1); em.emit('a', 2); un(); em.emit('a', 3);
let thrown; try { em.emit('error', 'bad'); } catch (e) { thrown = e.message; }
const collected = []; const consumer = (async () => { for await (const v of em.events('data')) { collected.push(v); if (v === 3) break; } return em.listenerCount('data'); })();
for (let i = 1; i < 6; i++) { em.emit('data', i); await null; }
return { log, thrown, collected, left: await consumer, none: em.emit('nothing') };
});
