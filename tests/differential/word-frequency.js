const text = "The cat. The dog! the end? A cat's tale — naïve café, Ünder über.";
out(() => Object.entries(text.toLowerCase().match(/[\p{L}']+/gu).reduce((m, w) => ({ ...m, [w]: (m[w] || 0) + 1 }), {})).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
out(() => text.split(/\s+/).map((w) => w.replace(/[^\w]/g, "")).filter(Boolean));
out(() => [...new Set(text)].sort().join(""));
