const s = "Zoë's naïve café — 東京 😀👍🏽 straße";
out(() => [s.length, [...s].length, s.normalize("NFD").length, s.normalize("NFD").replace(/\p{M}/gu, ""), s.toUpperCase(), s.split(" ").map((w) => [...w].length), s.codePointAt(s.indexOf("😀")), [...s].filter((c) => /\p{Script=Han}/u.test(c)), s.match(/\p{Emoji_Presentation}\p{Emoji_Modifier}?/gu), s.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()]);
out(() => [..."héllo"].toSorted().join("") + [..."héllo"].toSorted((a, b) => a.localeCompare(b)).join(""));
out(() => encodeURIComponent(s).length);
out(() => JSON.stringify(s) === `"${s}"`);
out(() => s.at(-1) + s.slice(-6, -1) + s.substring(3, 0));
out(() => { const slug = (t) => t.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().trim().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, ""); return ["  Crème Brûlée!! ", "ÀÉÎ_õü", "---"].map(slug); });
out(() => { const lev = (a, b) => { const d = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array(b.length).fill(0)]); for (let j = 1; j <= b.length; j++) d[0][j] = j; for (let i = 1; i <= a.length; i++) for (let j = 1; j <= b.length; j++) d[i][j] = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] !== b[j - 1])); return d[a.length][b.length]; }; return [lev("kitten", "sitting"), lev("", "abc"), lev("flaw", "lawn")]; });
out(() => "wrap this long text at ten".replace(/(?![^\n]{1,10}$)([^\n]{1,10})\s/g, "$1\n"));
