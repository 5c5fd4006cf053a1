// Longest common subsequence, a line diff, a patch applied.
const before = "alpha\nbeta\ngamma\ndelta\nepsilon".split("\n"), after = "alpha\nbeta 2\ngamma\nnew\ndelta\nepsilon\nzeta".split("\n");
const lcs = (a, b) => { const t = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0)); for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) t[i][j] = a[i] === b[j] ? t[i + 1][j + 1] + 1 : Math.max(t[i + 1][j], t[i][j + 1]); return t; };
function* diff(a, b) { const t = lcs(a, b); let i = 0, j = 0; while (i < a.length || j < b.length) { if (i < a.length && j < b.length && a[i] === b[j]) { yield [" ", a[i++]]; j++; } else if (j >= b.length || (i < a.length && t[i + 1][j] >= t[i][j + 1])) yield ["-", a[i++]]; else yield ["+", b[j++]]; } }
const lines = [...diff(before, after)].map(([sign, text]) => `${sign} ${text}`);
lines.forEach((line) => console.log(line));
const patched = [...diff(before, after)].flatMap(([sign, text]) => (sign === "-" ? [] : [text]));
const words = [...diff("the quick brown fox".split(" "), "the slow brown dog".split(" "))].map(([s, w]) => (s === " " ? w : s === "-" ? `[-${w}-]` : `{+${w}+}`)).join(" ");
return { same: patched.join() === after.join(), added: lines.filter((l) => l[0] === "+").length, removed: lines.filter((l) => l[0] === "-").length, words, similarity: +((2 * lcs([..."night"], [..."nacht"])[0][0]) / 10).toFixed(2) };
