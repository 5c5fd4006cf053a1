// Changes data: parks old tickets with a note, in batches of three, and reports what was done.
class Batch {
  #size;
  constructor(size) {
    this.#size = size;
  }
  *of(items) {
    for (let i = 0; i < items.length; i += this.#size) yield items.slice(i, i + this.#size);
  }
}

const cutoff = new Date("2025-03-01T00:00:00Z");
const { items } = await tools.tickets.list({ status: "open", priority: "low" });
const old = items.filter((ticket) => new Date(ticket.opened_at) < cutoff);

const done = [];
for (const batch of new Batch(3).of(old)) {
  const changed = await Promise.all(
    batch.map(async ({ id, opened_at }) => {
      const age = Math.floor((cutoff - new Date(opened_at)) / 86_400_000);
      await tools.tickets.addNote({ id, text: `No activity for ${age} days` });
      return tools.tickets.setStatus({ id, status: "waiting" });
    }),
  );
  done.push(...changed);
}
return done.map(({ id, status, notes: [note] }) => ({ id, status, note }));
