// Code points, normalization, emoji, surrogates, casing.
const samples = ["é", "e\u0301", "👩‍👩‍👧", "🇩🇪", "ﬁ", "İstanbul", "ΑΣ", "ß", "\ud83d"];
return samples.map((s) => ({
  length: s.length, points: [...s].map((c) => c.codePointAt(0).toString(16)), nfc: s.normalize("NFC").length, nfd: s.normalize("NFD").length, nfkc: s.normalize("NFKC").length,
  upper: s.toUpperCase().length, lower: [...s.toLowerCase()].map((c) => c.codePointAt(0)), wellFormed: s.isWellFormed(), reversed: [...s].reverse().length, escaped: escapeAll(s),
}));
function escapeAll(s) { return s.split("").map((c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")).join(""); }
