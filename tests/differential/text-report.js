const rows = [["Name", "Qty", "Price"], ["Widget", 3, 4.5], ["Gadget long", 12, 199.999], ["é", -1, 0]]; const w = rows[0].map((_, i) => Math.max(...rows.map((r) => String(typeof r[i] === "number" && i === 2 ? r[i].toFixed(2) : r[i]).length)));
out(() => rows.map((r, j) => r.map((c, i) => { const t = typeof c === "number" && i === 2 ? c.toFixed(2) : String(c); return j && i ? t.padStart(w[i]) : t.padEnd(w[i]); }).join(" | ")).join("\n"));
out(() => ["snake_case_name", "kebab-case", "some words here"].map((s) => s.replace(/[-_ ](\w)/g, (_, c) => c.toUpperCase())));
out(() => "fooBarBazQUX".replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase());
out(() => "the quick brown".replace(/\b\w/g, (c) => c.toUpperCase()));
out(() => "x".localeCompare("y") + ["b", "a", "C", "ä"].sort((a, b) => a.localeCompare(b)).join(""));
out(() => (1234567.891).toLocaleString());
out(() => new Date(0).toLocaleDateString("en-US", { timeZone: "UTC" }));
out(() => [1, 2, 3].toLocaleString());
