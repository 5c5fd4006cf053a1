class C { #a = 1; static #n = 0; #m() { return this.#a; } static #sm() { return "sm"; } get #g() { return "g" + this.#a; } set #g(v) { this.#a = v; } static has(o) { return #a in o; } static call(o) { return o.#m(); } all() { this.#g = 7; C.#n++; return [this.#m(), this.#g, C.#n, C.#sm()]; } setm() { this.#m = 1; } inc() { return [this.#a++, ++this.#a, this.#a **= 2, this.#a ??= 5]; } }
out(() => new C().all());
out(() => [C.has(new C()), C.has({}), C.has(Object.create(new C()))]);
out(() => C.has(1));
out(() => C.call({}));
out(() => new C().setm());
out(() => new C().inc());
class D extends C { #a = "d"; both() { return [this.#a, this.all()]; } static q(o) { return o?.#a; } } out(() => new D().both());
out(() => [D.q(null), D.q(new D())]);
out(() => D.q(new C()));
