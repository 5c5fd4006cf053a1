// An invoice with taxes, discounts and formatted amounts.
const items = [{ sku: "A1", desc: "Widget", qty: 3, price: 19.99, tax: 0.19 }, { sku: "B2", desc: "Service", qty: 1.5, price: 80, tax: 0.07 }, { sku: "C3", desc: "Gift", qty: 1, price: 0, tax: 0 }];
const cents = (n) => Math.round(n * 100);
const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "EUR" });
const lines = items.map(({ qty, price, tax, ...rest }) => { const net = cents(qty * price); return { ...rest, net, tax: Math.round(net * tax) }; });
const net = lines.reduce((s, l) => s + l.net, 0), tax = lines.reduce((s, l) => s + l.tax, 0);
const discount = net > 10000 ? Math.round(net * 0.05) : 0;
const total = net + tax - discount;
const split = (amount, n) => Array.from({ length: n }, (_, i) => Math.floor(amount / n) + (i < amount % n ? 1 : 0));
for (const l of lines) console.log(`${l.sku.padEnd(4)}${l.desc.padEnd(10, ".")}${money.format(l.net / 100).padStart(12, ".")}`);
console.log("=".repeat(26));
return { net: money.format(net / 100), tax: money.format(tax / 100), discount: money.format(-discount / 100), total: money.format(total / 100), german: (total / 100).toLocaleString("de-DE", { style: "currency", currency: "EUR" }), installments: split(total, 3), check: split(total, 3).reduce((a, b) => a + b) === total, due: new Date(Date.UTC(2024, 0, 31 + 30)).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }) };
