// A scheduler of generator tasks with channels.
const log = [];
function run(tasks) {
  const queue = tasks.map((t) => ({ it: t, value: undefined })); const channels = {};
  const channel = (n) => (channels[n] ??= { items: [], waiting: [] });
  let steps = 0;
  while (queue.length && steps++ < 100) {
    const task = queue.shift(); const { value: op, done } = task.it.next(task.value); task.value = undefined;
    if (done) { log.push(`done ${op}`); continue; }
    const [kind, name, payload] = op; const ch = channel(name);
    if (kind === "put") { if (ch.waiting.length) { const w = ch.waiting.shift(); w.value = payload; queue.push(w); } else ch.items.push(payload); queue.push(task); }
    else if (ch.items.length) { task.value = ch.items.shift(); queue.push(task); }
    else ch.waiting.push(task);
  }
  return { steps, stuck: Object.values(channels).reduce((n, c) => n + c.waiting.length, 0) };
}
function* producer(n) { for (let i = 1; i <= n; i++) { log.push(`put ${i}`); yield ["put", "c", i]; } yield ["put", "c", null]; return "producer"; }
function* consumer(name) { let sum = 0; for (let v; (v = yield ["take", "c"]) !== null; sum += v) log.push(`${name} took ${v}`); log.push(`${name} sum ${sum}`); return name; }
return { ...run([consumer("A"), producer(4), consumer("B")]), log };
