const ñ = 1, 变量 = 2, \u0061b = 3, $ = 4, _ = 5;
out(() => [ñ, 变量, ab, $, _]);
out(() => ({ π: 3, "a b": 1, ünïcode() { return 1; } }));
out(() => { class Ä { #ö = 1; get ö() { return this.#ö; } } return new Ä().ö; });
