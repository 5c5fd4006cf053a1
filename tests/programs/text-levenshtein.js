// Edit distance and spelling suggestions.
const distance = (a, b) => {
  const row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0]; row[0] = i;
    for (let j = 1; j <= b.length; j++) [diagonal, row[j]] = [row[j], Math.min(row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1))];
  }
  return row.at(-1);
};
const dictionary = ["apple", "apply", "ape", "maple", "grape", "application"];
const suggest = (word) => dictionary.map((d) => [d, distance(word, d)]).filter(([, n]) => n <= 2).sort((x, y) => x[1] - y[1] || x[0].localeCompare(y[0])).map(([d]) => d);
return { pairs: [["kitten", "sitting"], ["", "abc"], ["flaw", "lawn"], ["same", "same"]].map(([a, b]) => distance(a, b)), suggestions: ["aple", "aplly", "grap", "zzz"].map(suggest) };
