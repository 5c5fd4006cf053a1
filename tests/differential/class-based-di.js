class Service { constructor({ log: l = log, clock = () => 42 } = {}) { Object.assign(this, { l, clock }); } run() { return this.l(this.clock()); } } class Mixin1 extends Service { run() { return ["m1", super.run()]; } } const withTags = (B) => class extends B { tags = ["t"]; run() { return [...this.tags, ...super.run()]; } };
out(() => new (withTags(Mixin1))({ clock: () => 1 }).run());
out(() => withTags(Mixin1).name);
out(() => { const S = Object.freeze({ A: Symbol("A"), B: Symbol("B") }); return [S.A.description, Object.keys(S)]; });
out(() => { class Temp { static #k = 0; static from(x) { return Object.assign(new this(), { x, id: ++Temp.#k }); } with(p) { return Object.assign(Object.create(Object.getPrototypeOf(this)), this, p); } valueOf() { return this.x; } } const t = Temp.from(5); return [t + 1, t.with({ x: 7 }) > t, t.with({ y: 1 })]; });
