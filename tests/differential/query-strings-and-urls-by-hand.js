const parse = (q) => Object.fromEntries(q.replace(/^\?/, "").split("&").filter(Boolean).map((p) => p.split("=").map((x) => decodeURIComponent(x.replace(/\+/g, " ")))));
out(() => parse("?a=1&b=x%20y+z&c=&d&%C3%A9=%E2%82%AC")); const build = (o) => Object.entries(o).flatMap(([k, v]) => v == null ? [] : Array.isArray(v) ? v.map((x) => [k, x]) : [[k, v]]).map((p) => p.map(encodeURIComponent).join("=")).join("&");
out(() => build({ a: 1, b: ["x y", "&"], c: null, d: undefined, "é": "€" }));
out(() => "https://user@ex.com:80/p/a?q#h".match(/^(?<s>\w+):\/\/(?:(?<u>[^@]+)@)?(?<h>[^:/]+)(?::(?<p>\d+))?(?<path>[^?#]*)(?:\?(?<q>[^#]*))?(?:#(?<f>.*))?$/).groups);
