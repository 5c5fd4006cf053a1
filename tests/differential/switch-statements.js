const f = (x) => { const r = []; switch (x) { case 1: r.push("one"); case 2: r.push("two"); break; default: r.push("def"); case 3: r.push("three"); break; case "1": r.push("string"); } return r; };
out(() => [1, 2, 3, "1", 4, NaN].map(f));
out(() => { switch (NaN) { case NaN: return "n"; default: return "d"; } });
out(() => { switch (log(1)) { case log(0): case log(1): log("hit"); case log(2): log("fall"); } });
out(() => { switch (3) { default: log("d"); break; case 1: } switch (1) {} });
out(() => { switch (true) { case 5 > 3: return "first"; case 1: return "no"; } });
out(() => { for (const x of [1, 2]) { switch (x) { case 1: continue; case 2: log("two"); } } });
