// Numbers as text by hand and by the library.
const thousands = (n) => { const [whole, part] = String(n).split("."); return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",") + (part ? "." + part : ""); };
const bytes = (n) => { const units = ["B", "KB", "MB", "GB", "TB"]; const i = n === 0 ? 0 : Math.min(Math.floor(Math.log(n) / Math.log(1024)), 4); return `${(n / 1024 ** i).toFixed(i ? 1 : 0)} ${units[i]}`; };
const duration = (ms) => [[86400000, "d"], [3600000, "h"], [60000, "m"], [1000, "s"]].reduce(([out, rest], [size, unit]) => { const n = Math.floor(rest / size); return [n ? [...out, n + unit] : out, rest % size]; }, [[], ms])[0].join(" ") || "0s";
const si = (n) => Math.abs(n) < 1000 ? String(n) : (n / 1000 ** Math.floor(Math.log10(Math.abs(n)) / 3)).toPrecision(3) + " kMGT"[Math.floor(Math.log10(Math.abs(n)) / 3)];
const values = [0, 7, 999, 1000, 1234.5, 1048576, 123456789, 0.1 + 0.2, 1e21, 5e-7, -42000];
return values.map((n) => [thousands(n), bytes(Math.abs(n)), duration(Math.abs(n)), si(n), n.toLocaleString(), n.toFixed(2), n.toExponential(2), n.toPrecision(3), n.toString(2).slice(0, 20)]);
