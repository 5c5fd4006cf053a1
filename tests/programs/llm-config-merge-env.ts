interface Config { port: number; host: string; features: { [name: string]: boolean }; retry?: { times: number; backoff: "linear" | "exponential" }; }
type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K] };
const defaults: Config = { port: 3000, host: "localhost", features: { beta: false, logs: true }, retry: { times: 3, backoff: "linear" } };
const env: Record<string, string | undefined> = { APP_PORT: "8080", APP_FEATURES_BETA: "true", APP_RETRY_BACKOFF: "exponential", APP_UNKNOWN: "x", OTHER: "y" };
function coerce(value: string): string | number | boolean { if (/^(true|false)$/i.test(value)) return value.toLowerCase() === "true"; const n = Number(value); return value.trim() !== "" && !Number.isNaN(n) ? n : value; }
function fromEnv(vars: typeof env, prefix = "APP_"): DeepPartial<Config> { const out: any = {}; for (const [key, value] of Object.entries(vars)) { if (!key.startsWith(prefix) || value === undefined) continue; const path = key.slice(prefix.length).toLowerCase().split("_"); path.reduce((o: any, k: string, i: number) => (i === path.length - 1 ? (o[k] = coerce(value)) : (o[k] ??= {})), out); } return out as DeepPartial<Config>; }
function merge<T extends object>(base: T, ...layers: DeepPartial<T>[]): T { const result = structuredClone(base) as any; for (const layer of layers) for (const [k, v] of Object.entries(layer)) result[k] = v && typeof v === "object" && !Array.isArray(v) ? merge(result[k] ?? {}, v as any) : v; return result as T; }
const config = merge(defaults, fromEnv(env), { host: "0.0.0.0" });
const flags = Object.entries(config.features).filter(([, on]) => on).map(([name]) => name);
const describe = ({ port, host, retry: { times, backoff } = { times: 0, backoff: "linear" as const } }: Config): string => `${host}:${port} (${times}x ${backoff})`;
return { config, flags, text: describe(config), untouched: defaults.port, types: Object.values(env).map((v) => typeof coerce(v!)) };
