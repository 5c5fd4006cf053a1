const base = { hi() { return "base " + this.n; } }; const o = { __proto__: base, n: 1, hi() { return "o>" + super.hi(); }, get g() { return super.hi; }, s(v) { super.z = v; return Object.keys(this); } };
out(() => [o.hi(), o.g === base.hi, o.s(4), base.z]);
out(() => { const { hi } = o; return hi.call({ n: "other" }); });
out(() => ({ f() { return () => super.toString === Object.prototype.toString; } }).f()());
out(() => { delete super_(); function super_() { return {}.x; } return "ok"; });
