class O { static a = log("a"); [log("key1")] = log("field"); static [log("key2")] = log("b"); static { log([this.a, this.key2]); } [log("key3")]() {} static { try { throw 1; } catch { log("in"); } } static c = this.a + "!"; }
out(() => O.c);
out(() => new O()); class P extends (log("heritage"), O) { static d = super.a; f = super.key3; g = () => this; } out(() => [P.d, new P().f === O.prototype.key3, new P().g() instanceof P]);
out(() => { class X { static x = X.name; static y = () => X; } const Y = X; return [Y.x, Y.y() === Y]; });
out(() => { class X { static [X.name] = 1; } });
