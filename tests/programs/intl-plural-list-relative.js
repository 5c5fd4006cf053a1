// Plurals, lists, relative times.
const plural = new Intl.PluralRules("en-US"), ordinal = new Intl.PluralRules("en-US", { type: "ordinal" });
const suffix = { one: "st", two: "nd", few: "rd", other: "th" };
const rtf = (o, l = "en") => new Intl.RelativeTimeFormat(l, o);
return {
  plurals: [0, 1, 2, 1.5, 100].map((n) => plural.select(n)), ordinals: [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map((n) => n + suffix[ordinal.select(n)]), french: [0, 1, 1.5, 2].map((n) => new Intl.PluralRules("fr").select(n)), arabic: [0, 1, 2, 5, 11, 100].map((n) => new Intl.PluralRules("ar").select(n)),
  lists: [[], ["a"], ["a", "b"], ["a", "b", "c"]].map((l) => [new Intl.ListFormat("en").format(l), new Intl.ListFormat("en", { type: "disjunction" }).format(l), new Intl.ListFormat("de", { style: "long", type: "conjunction" }).format(l)]),
  relative: [[-1, "day"], [1, "day"], [0, "day"], [-3, "month"], [2, "hours"], [-1, "year"], [5, "minutes"], [-10, "seconds"], [1.5, "week"], [3, "quarter"]].map(([n, u]) => [rtf().format(n, u), rtf({ numeric: "auto" }).format(n, u), rtf({ style: "short" }).format(n, u)]), german: [rtf({ numeric: "auto" }, "de").format(-1, "day"), rtf({}, "de").format(3, "day"), rtf({}, "fr").format(-2, "week")],
  ago: [30, 90, 4000, 90000, 3e6].map((s) => { const units = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]; const [unit, size] = units.find(([, n]) => s >= n); return rtf({ numeric: "auto" }).format(-Math.floor(s / size), unit); }),
};
