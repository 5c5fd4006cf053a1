// Replacement functions, special patterns, sticky scanning.
const s = "price: $10, cost: $7.50, id: abc-123";
const out = {};
out.special = ["a-b".replace("-", "$$"), "a-b".replace("-", "[$&]"), "a-b".replace("-", "[$`|$']"), "xyz".replace(/(y)(z)?/, "<$1$2$3>"), "k=v".replace(/(?<k>\w)=(?<v>\w)/, "$<v>=$<k>$<none>")];
out.money = s.replace(/\$(\d+(?:\.\d+)?)/g, (m, n, at, whole) => `€${(n * 0.9).toFixed(2)}@${at}/${whole.length}`);
out.groups = s.replace(/(?<word>[a-z]+)-(?<num>\d+)/, (...args) => JSON.stringify(args.at(-1)));
out.case = "the_quick-brown fox".replace(/[_\- ](\w)/g, (_, c) => c.toUpperCase());
out.template = "{a}/{b}/{c}".replace(/\{(\w+)\}/g, (m, key) => ({ a: 1, b: null })[key] ?? m);
out.count = (s.match(/\d/g) ?? []).length;
out.all = [...s.matchAll(/(?<label>\w+): (?<value>[^,]+)/g)].map((m) => [m.index, m.groups.label, m.groups.value]);
const re = /[a-z]+|\d+|\s+/y; const tokens = []; re.lastIndex = 0;
for (let m; (m = re.exec("abc 12 d!x")); ) tokens.push(m[0]);
out.tokens = tokens; out.last = re.lastIndex;
out.indices = /(?<y>\d{4})-(\d\d)/d.exec("on 2024-05").indices.groups.y;
out.split = ["a1b2c3".split(/\d/), "a1b2".split(/(\d)/), "2024-05-06T07".split(/[-T]/, 3), "".split(","), "".split(""), "abc".split(/(?:)/u)];
out.lookaround = ["foobar foobaz".match(/foo(?=baz)/).index, "USD100 EUR200".match(/(?<=EUR)\d+/)[0], "a.b.c".replace(/\.(?![^.]*$)/g, "-"), "price100".replace(/(?<![a-z])\d+|\D+/g, "")];
return out;
