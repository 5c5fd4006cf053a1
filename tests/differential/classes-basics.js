class A { x = 1; static s = 2; #p = 3; constructor(y) { this.y = y; } get p() { return this.#p; } set p(v) { this.#p = v; } m() { return [this.x, this.y, this.#p]; } static of(...a) { return new this(...a); } }
class B extends A { x = 10; constructor(...a) { super(...a); this.z = super.m(); } m() { return ["B", ...super.m()]; } static of(a) { return super.of(a); } get p() { return super.p * 2; } set p(v) { super.p = v + 1; } }
out(() => new A(5));
out(() => B.of(6));
out(() => { const b = new B(1); b.p = 4; return [b.p, b.m()]; });
out(() => A());
out(() => [A.name, A.length, B.name, typeof A, Object.getOwnPropertyNames(A.prototype)]);
out(() => [B.s, Object.hasOwn(B, "s"), B.prototype instanceof A, Object.getPrototypeOf(B) === A]);
out(() => new (class { constructor() { return { other: 1 }; } })());
out(() => new (class extends A { constructor() {} })());
out(() => new (class extends A { constructor() { return 1; } })());
out(() => new (class extends A { constructor() { super(); super(); } })());
