// Modifiers, parameter properties, abstract members, index signatures, optional members, definite assignment.
abstract class Animal {
  static #count = 0;
  readonly id: number = ++Animal.#count;
  declare kind: string;
  protected tricks?: string[];
  nick!: string;
  [extra: `x${string}`]: unknown;
  constructor(public readonly name: string, protected age = 1, private _secret?: string) {}
  abstract sound(): string;
  public speak(loud: boolean = false): string { const s = `${this.name} says ${this.sound()}`; return loud ? s.toUpperCase() : s; }
  get secret(): string | undefined { return this._secret; }
  set secret(value: string | undefined) { this._secret = value?.trim(); }
  static count(): number { return Animal.#count; }
}
class Dog extends Animal { tricks = ["sit"] as string[]; constructor(name: string) { super(name, 3, " s "); } override sound(): string { return "woof"; } birthday(): this { this.age += 1; return this; } get info() { return [this.name, this.age, this.tricks?.length ?? 0] as const; } }
class Cat extends Animal { sound = (): string => "meow"; }
const dog = new Dog("Rex").birthday(); dog.secret = "  bone ";
const cat: Animal = new Cat("Tom");
type Keys = keyof Dog; const key: Keys = "name";
return { dog: dog.speak(true), cat: cat.speak(), info: dog.info, secret: dog.secret, count: Animal.count(), ids: [dog.id, cat.id], keys: Object.keys(dog).sort(), kind: "kind" in dog, nick: "nick" in cat, picked: dog[key], readonly: (() => { (dog as any).name = "Max"; return dog.name; })() };
