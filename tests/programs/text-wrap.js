// Wrapping, justifying and truncating paragraphs.
const text = "The quick brown fox jumps over the lazy dog. Supercalifragilisticexpialidocious words do not fit.";
const wrap = (s, width) => s.split(" ").reduce((lines, word) => {
  const last = lines.at(-1);
  if (last && (last + " " + word).length <= width) lines[lines.length - 1] = last + " " + word;
  else lines.push(word);
  return lines;
}, []);
const justify = (line, width) => {
  const parts = line.split(" ");
  if (parts.length === 1) return line;
  const gaps = parts.length - 1, spaces = width - parts.join("").length;
  return parts.map((p, i) => p + (i < gaps ? " ".repeat(Math.max(1, Math.floor(spaces / gaps) + (i < spaces % gaps ? 1 : 0))) : "")).join("");
};
const ellipsis = (s, n) => (s.length <= n ? s : s.slice(0, n - 1).trimEnd() + "…");
return { wrapped: wrap(text, 24), justified: wrap(text, 24).map((l) => justify(l, 24)), cut: [10, 20, 500].map((n) => ellipsis(text, n).length), center: ["a", "abc"].map((s) => s.padStart((9 + s.length) >> 1, ".").padEnd(9, ".")) };
