//! How long reading a program takes, without emitting bytecode.
#![allow(clippy::expect_used)]

use codemode_compiler::{CompileOptions, validate};

fn main() {
    divan::main();
}

const TINY: &str = "return 1";

const TYPICAL: &str = r#"class Order {
  #lines = [];
  constructor(id) { this.id = id; }
  add(line) { this.#lines.push(line); return this; }
  get total() { return this.#lines.reduce((sum, { price, count = 1 }) => sum + price * count, 0); }
}
const [customer, orders] = await Promise.all([
  tools.crm.customer({ id: "c-17" }),
  tools.shop.orders({ customer: "c-17", limit: 20 }),
]);
const found = [];
for (const { id, lines } of orders) {
  const order = new Order(id);
  for (const line of lines) order.add(line);
  if (/^A-\d{3,}$/i.test(id) && order.total > 10) found.push({ id, total: order.total });
}
return { name: customer?.name ?? "unknown", found: found.sort((a, b) => b.total - a.total), note: `${found.length} orders` };
"#;

const TYPESCRIPT: &str = r#"interface Line { price: number; count?: number }
enum Kind { Small, Large = 10 }
const total = (lines: Line[]): number => lines.reduce((sum, line) => sum + line.price * (line.count ?? 1), 0);
const orders = (await tools.shop.orders({ limit: 20 })) as { id: string; lines: Line[] }[];
return orders.map((order) => ({ id: order.id, kind: total(order.lines) > Kind.Large ? Kind.Large : Kind.Small }));
"#;

#[divan::bench]
fn tiny() {
    validate(divan::black_box(TINY), &CompileOptions::default()).expect("valid");
}

#[divan::bench]
fn typical() {
    validate(divan::black_box(TYPICAL), &CompileOptions::default()).expect("valid");
}

#[divan::bench]
fn typescript() {
    validate(divan::black_box(TYPESCRIPT), &CompileOptions::default()).expect("valid");
}

#[divan::bench]
fn long() {
    let source =
        TYPICAL.replace("return {", "x = {").repeat(100).replace("const ", "var ").replace("class Order", "x = class");
    validate(divan::black_box(&source), &CompileOptions::default()).expect("valid");
}
