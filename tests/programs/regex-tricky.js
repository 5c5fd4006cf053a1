// Greedy and lazy, back-references, unicode classes, empty matches.
return {
  greedy: ["<a><b>".match(/<.+>/)[0], "<a><b>".match(/<.+?>/)[0], "aaa".match(/a{2}/)[0], "aaaa".match(/a{2,3}?/)[0]],
  back: [/(\w)\1/.exec("hello")[0], /(?<q>["']).*\k<q>/.exec(`say "it's" ok`)[0], /^(?:(a)|b)*$/.exec("ab")[1] ?? null, /(z)((a+)?(b+)?(c))*/.exec("zaacbbbcac")],
  unicode: ["naïve café".match(/\b\w+/g), "naïve café".match(/\p{L}+/gu), "😀a".match(/./)[0].length, "😀a".match(/./u)[0].length, /^\p{Lu}\p{Ll}+$/u.test("Élan"), "ǅ".match(/\p{Lt}/u)?.length ?? 0],
  empty: ["abc".replace(/x*/g, "-"), "abc".match(/(?:)/g).length, "aXbX".split(/X/), [..."ab".matchAll(/$|^/g)].map((m) => m.index)],
  flags: [/a.c/s.test("a\nc"), "A\nB".match(/^\w$/gm), /[^]/.test("\n"), /\bfoo\b/i.test("a FOO b"), new RegExp("a/b\n").source, String(new RegExp("")), /[\]]/.test("]")],
  sets: [/[\w--\d]/v.test("5"), /[\p{L}&&[a-f]]/v.test("e"), /^[\p{Emoji}--\p{ASCII}]$/v.test("😀")],
  escapes: [/\u{1F600}/u.test("😀"), /\x41\u0042/.test("AB"), /[\b]/.test("\b"), /\cJ/.test("\n"), RegExp.escape("1+1=2?")],
  nested: "((a)(b(c)))".match(/\((\((a)\)\((b\((c)\))\))\)/).slice(1),
  state: (() => { const r = /a/g; return [r.test("aa"), r.lastIndex, r.test("aa"), r.test("aa"), r.lastIndex]; })(),
};
