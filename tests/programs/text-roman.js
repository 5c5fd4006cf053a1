// Roman numerals, number words, ordinals.
const roman = (n) => Object.entries({ M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 }).reduce((out, [s, v]) => { while (n >= v) { out += s; n -= v; } return out; }, "");
const fromRoman = (s) => [...s].map((c) => ({ I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 })[c]).reduce((sum, v, i, all) => sum + (v < (all[i + 1] ?? 0) ? -v : v), 0);
const ones = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const tens = ",,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety".split(",");
const words = (n) => n < 20 ? ones[n] : n < 100 ? tens[Math.floor(n / 10)] + (n % 10 ? "-" + ones[n % 10] : "") : n < 1000 ? `${ones[Math.floor(n / 100)]} hundred${n % 100 ? " and " + words(n % 100) : ""}` : `${words(Math.floor(n / 1000))} thousand${n % 1000 ? " " + words(n % 1000) : ""}`;
const ordinal = (n) => n + (["th", "st", "nd", "rd"][(n % 100 >> 3) ^ 1 && n % 10] || "th");
return [1, 4, 9, 11, 14, 21, 40, 90, 101, 112, 400, 1994, 3999].map((n) => [roman(n), fromRoman(roman(n)) === n, words(n), ordinal(n)]);
