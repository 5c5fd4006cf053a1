// Generic functions, constraints, conditional and mapped types.
type Nullable<T> = T | null;
type DeepReadonly<T> = { readonly [K in keyof T]: T[K] extends object ? DeepReadonly<T[K]> : T[K] };
interface HasId<Id extends string | number = number> { id: Id; }
function indexBy<T, K extends keyof T>(items: readonly T[], key: K): Map<T[K], T> { return new Map(items.map((item) => [item[key], item] as const)); }
const groupBy = <T, K extends PropertyKey>(items: T[], pick: (item: T) => K): Partial<Record<K, T[]>> => items.reduce((acc, item) => { (acc[pick(item)] ??= [] as T[])!.push(item); return acc; }, {} as Partial<Record<K, T[]>>);
class Collection<T extends HasId> implements Iterable<T> {
  constructor(private readonly items: T[] = [], protected log: string[] = []) {}
  add(this: Collection<T>, item: T): this { this.items.push(item); this.log.push(`+${item.id}`); return this; }
  find<S extends T>(test: (item: T) => item is S): S | undefined;
  find(test: (item: T) => boolean): Nullable<T>;
  find(test: any): any { return this.items.find(test) ?? null; }
  *[Symbol.iterator](): IterableIterator<T> { yield* this.items; }
  get size(): number { return this.items.length; }
}
interface User extends HasId { name: string; email?: string; }
const users = new Collection<User>().add({ id: 1, name: "a" }).add({ id: 2, name: "b", email: "b@x" });
const isMail = (u: User): u is User & { email: string } => u.email !== undefined;
const frozen: DeepReadonly<{ a: { b: number } }> = { a: { b: 1 } };
const tuple: [x: number, y?: string, ...rest: boolean[]] = [1, "s", true];
return { size: users.size, mail: users.find(isMail)!.email, none: users.find((u) => u.id === 9), index: [...indexBy([...users], "name").keys()], groups: groupBy([1, 2, 3], (n) => (n % 2 ? "odd" : "even") as "odd" | "even"), frozen, tuple, assertion: (<any>users).log.length, fn: (function <T>(x: T) { return x; })<string>("g") };
