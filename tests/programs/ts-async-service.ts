// A typed service layer with generics and async.
interface Result<T, E = Error> { ok: boolean; value?: T; error?: E }
type Handler<I, O> = (input: I, ctx: Context) => Promise<O>;
interface Context { readonly user: string; log(line: string): void }
const withLog = <I, O>(name: string, handler: Handler<I, O>): Handler<I, Result<O, string>> => async (input, ctx) => { ctx.log(`> ${name}`); try { return { ok: true, value: await handler(input, ctx) }; } catch (e) { return { ok: false, error: e instanceof Error ? e.message : String(e) }; } finally { ctx.log(`< ${name}`); } };
class Inventory { private stock: Map<string, number> = new Map<string, number>([["apple", 3], ["pear", 0]]); async reserve(sku: string, qty: number): Promise<number> { const left = this.stock.get(sku); if (left === undefined) throw new Error(`unknown sku ${sku}`); if (left < qty) throw new RangeError(`only ${left} of ${sku}`); this.stock.set(sku, left - qty); return left - qty; } }
const lines: string[] = []; const ctx: Context = { user: "u1", log: (line: string): void => void lines.push(line) };
const inventory = new Inventory();
const reserve = withLog<{ sku: string; qty?: number }, { left: number; by: string }>("reserve", async ({ sku, qty = 1 }, { user }) => ({ left: await inventory.reserve(sku, qty), by: user }));
const results = await Promise.all([{ sku: "apple" }, { sku: "apple", qty: 5 }, { sku: "kiwi" }, { sku: "pear" }].map((input) => reserve(input, ctx)));
const [first, ...others]: Result<{ left: number; by: string }, string>[] = results;
return { first: first.value, errors: others.map(({ error }) => error ?? null), lines: lines.length, types: results.map((r): string => typeof r.value) };
