out(() => ["İ".toLowerCase(), "ß".toUpperCase(), "ΑΣ".toLowerCase(), "ΑΣΑ".toLowerCase(), "ǆ".toUpperCase(), "ﬃ".toUpperCase(), "I".toLocaleLowerCase("tr"), "i".toLocaleUpperCase("tr"), "ŉ".toUpperCase(), "𐐀".toLowerCase()].map((x) => [...x].map((c) => c.codePointAt(0).toString(16)).join(" ")));
out(() => ["e\u0301".normalize(), "é".normalize("NFD").length, "ﬁ".normalize("NFKC"), "Å".normalize("NFD").length]);
out(() => "x".normalize("bad"));
out(() => ["\ud800x".isWellFormed(), "\ud800x".toWellFormed(), JSON.stringify("\ud800\u2028"), encodeURIComponent("é😀 &"), escape_()]); function escape_() { try { return encodeURIComponent("\ud800"); } catch (e) { return e.name; } } out(() => decodeURIComponent("%E0%A4%A"));
out(() => ["%C3%A9", "a%20b", "%2F"].map(decodeURIComponent));
out(() => encodeURI("http://x/ä?q=a b&c=%"));
out(() => decodeURI("%2F%20"));
