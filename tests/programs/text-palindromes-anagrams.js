// Palindromes, anagrams, permutations, combinations.
const isPalindrome = (s) => { const t = s.toLowerCase().replace(/[^a-z0-9]/g, ""); return t === [...t].reverse().join(""); };
const anagrams = Object.values(Object.groupBy(["listen", "silent", "enlist", "google", "elgoog", "abc"], (w) => [...w].sort().join(""))).filter((g) => g.length > 1);
const permutations = (list) => (list.length < 2 ? [list] : list.flatMap((x, i) => permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((p) => [x, ...p])));
function* combinations(list, k, from = 0) { if (k === 0) yield []; else for (let i = from; i <= list.length - k; i++) for (const rest of combinations(list, k - 1, i + 1)) yield [list[i], ...rest]; }
return { palindromes: ["A man, a plan, a canal: Panama", "hello", "", "No 'x' in Nixon"].map(isPalindrome), anagrams, permutations: permutations([..."abc"]).map((p) => p.join("")), combinations: [...combinations([1, 2, 3, 4], 2)], powerset: [1, 2, 3].reduce((sets, v) => sets.concat(sets.map((s) => [...s, v])), [[]]) };
