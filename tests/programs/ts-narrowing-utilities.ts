// Discriminated unions, guards, assertion functions, satisfies, never checks.
type Shape = { kind: "circle"; r: number } | { kind: "square"; side: number } | { kind: "rect"; w: number; h: number };
function assertNever(value: never): never { throw new Error(`unexpected ${JSON.stringify(value)}`); }
function area(shape: Shape): number { switch (shape.kind) { case "circle": return +(Math.PI * shape.r ** 2).toFixed(3); case "square": return shape.side ** 2; case "rect": return shape.w * shape.h; default: return assertNever(shape); } }
function assertString(value: unknown): asserts value is string { if (typeof value !== "string") throw new TypeError(`not a string: ${typeof value}`); }
const config = { port: 80, hosts: ["a"], tls: { on: true } } satisfies Record<string, unknown>;
type Config = typeof config; type Partialish = { [K in keyof Config]?: Config[K] };
const merged: Partialish & Config = { ...config, ...({ port: 8080 } as Partialish) };
const parse = (x: unknown): string | number | null => { if (x instanceof Date) return x.getTime(); if (Array.isArray(x)) return x.length; if (x && typeof x === "object" && "name" in x) return String((x as { name: unknown }).name); if (typeof x === "string") return x.trim() as string; return x == null ? null : Number(x!); };
let out: unknown; try { assertString(5); } catch (e: unknown) { out = e instanceof TypeError ? e.message : "?"; }
const list = [1, "a", null, undefined, 2] as const; const numbers = list.filter((x): x is 1 | 2 => typeof x === "number");
let definitely: string; (() => { definitely = "set"; })();
return { areas: ([{ kind: "circle", r: 1 }, { kind: "square", side: 2 }, { kind: "rect", w: 2, h: 3 }] satisfies Shape[]).map(area), error: (() => { try { return area({ kind: "hex" } as unknown as Shape); } catch (e) { return (e as Error).message; } })(), out, port: merged.port, parsed: [new Date(5), [1, 2], { name: "n" }, " t ", null, "7", true].map(parse), numbers, definitely: definitely!, optional: (null as { a?: { b: number } } | null)?.a?.b ?? "none" };
