// Enums of all kinds, const enums, namespaces, merging.
enum Level { Debug, Info = 5, Warn, Error = Warn * 2, Computed = "abc".length }
enum Color { Red = "red", Green = "green" }
const enum Flags { None = 0, Read = 1 << 0, Write = 1 << 1, All = Read | Write }
namespace Geometry { export const unit = 2; export interface Point { x: number; y: number } export function scale(p: Point): Point { return { x: p.x * unit, y: p.y * unit }; } export namespace Deep { export const z = unit + 1; } }
class Greeter { static defaultName = "you"; }
namespace Greeter { export const version = "1.2"; }
function hello(name: string): string { return `hello ${name}`; }
namespace hello { export let calls = 0; }
hello.calls++;
const has = (value: Flags, flag: Flags): boolean => (value & flag) === flag;
const byName: Record<keyof typeof Level, number> = Level as any;
return { levels: [Level.Debug, Level.Info, Level.Warn, Level.Error, Level.Computed], reverse: [Level[5], Level[6], Level[12]], keys: Object.keys(Level), colors: Object.values(Color), color: Color.Red as string, flags: [has(Flags.All, Flags.Write), has(Flags.Read, Flags.Write)], scaled: Geometry.scale({ x: 1, y: 2 }), deep: Geometry.Deep.z, merged: [Greeter.defaultName, (Greeter as any).version, hello("x"), hello.calls], lookup: byName["Warn"] };
