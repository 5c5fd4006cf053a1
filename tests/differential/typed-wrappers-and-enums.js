const Color = Object.freeze({ RED: "red", GREEN: "green", of(x) { return Object.values(this).includes(x); } });
out(() => [Color.of("red"), Color.of("blue"), Object.keys(Color)]); class Money { #c; constructor(c) { this.#c = c; Object.freeze(this); } static parse(s) { const m = /^(-?)\$?(\d+)(?:\.(\d\d))?$/.exec(s); if (!m) throw new TypeError(`E:bad money ${s}`); return new Money((m[1] ? -1 : 1) * (m[2] * 100 + +(m[3] ?? 0))); } plus(o) { return new Money(this.#c + o.#c); } toString() { return `${this.#c < 0 ? "-" : ""}$${(Math.abs(this.#c) / 100).toFixed(2)}`; } toJSON() { return this.#c / 100; } valueOf() { return this.#c; } get [Symbol.toStringTag]() { return "Money"; } } out(() => `${Money.parse("12.34").plus(Money.parse("-$0.35"))}`);
out(() => JSON.stringify([Money.parse("1.50")]));
out(() => Money.parse("x"));
out(() => Money.parse("3") > Money.parse("2.99"));
out(() => { Money.parse("1").z = 1; });
out(() => Object.prototype.toString.call(Money.parse("1")));
out(() => [Money.parse("2"), Money.parse("1")].sort((a, b) => a - b).join());
out(() => Money.parse("1") + 1);
