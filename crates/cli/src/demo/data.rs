//! The generated records.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A customer of the shop.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Customer {
    pub id: String,
    pub name: String,
    pub email: String,
    /// Two-letter country code
    pub country: String,
    /// free, plus or business
    pub tier: String,
    /// Day of registration, YYYY-MM-DD
    pub since: String,
}

/// A line of an order.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct OrderLine {
    pub sku: String,
    pub quantity: u32,
    /// Price of one piece in cents
    pub unit_price: u32,
}

/// An order.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Order {
    pub id: String,
    pub customer_id: String,
    /// pending, paid, shipped, delivered or cancelled
    pub status: String,
    /// When it was placed, ISO 8601
    pub placed_at: String,
    pub lines: Vec<OrderLine>,
    /// Total in cents
    pub total: u32,
}

/// A product with its stock.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Product {
    pub sku: String,
    pub name: String,
    pub category: String,
    /// Price in cents
    pub price: u32,
    /// Pieces in stock
    pub stock: u32,
    /// Stock below which it should be ordered again
    pub reorder_level: u32,
}

/// A support ticket.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Ticket {
    pub id: String,
    pub customer_id: String,
    /// The order it is about, if any
    pub order_id: Option<String>,
    pub subject: String,
    /// open, waiting or closed
    pub status: String,
    /// low, normal, high or urgent
    pub priority: String,
    /// When it was opened, ISO 8601
    pub opened_at: String,
    pub notes: Vec<String>,
}

/// Everything there is.
pub struct Shop {
    pub customers: Vec<Customer>,
    pub products: Vec<Product>,
    pub orders: Vec<Order>,
    pub tickets: Vec<Ticket>,
    /// Counts calls, for the service that fails now and then.
    pub carrier_calls: u32,
}

/// SplitMix64: the same shop everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u32) -> u32 {
        (self.next() % u64::from(limit.max(1))) as u32
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from.get(self.below(from.len() as u32) as usize).copied().unwrap_or("")
    }

    /// A day of 2025 as month and day.
    fn day(&mut self) -> (u32, u32) {
        (1 + self.below(12), 1 + self.below(28))
    }
}

const FIRST: &[&str] = &[
    "Ada", "Ben", "Chloe", "Diego", "Emma", "Farid", "Grace", "Hugo", "Ines", "Jonas", "Keiko", "Liam", "Maya", "Noor",
];
const LAST: &[&str] =
    &["Okafor", "Lindqvist", "Moreau", "Tanaka", "Silva", "Novak", "Haddad", "Keller", "Murphy", "Rossi", "Singh"];
const COUNTRIES: &[&str] = &["DE", "FR", "GB", "US", "JP", "BR", "SE", "IN"];
const THINGS: &[(&str, &str)] = &[
    ("Desk lamp", "lighting"),
    ("Floor lamp", "lighting"),
    ("Notebook", "paper"),
    ("Fountain pen", "writing"),
    ("Pencil set", "writing"),
    ("Backpack", "bags"),
    ("Messenger bag", "bags"),
    ("Water bottle", "kitchen"),
    ("Coffee mug", "kitchen"),
    ("Kettle", "kitchen"),
];
const SUBJECTS: &[&str] = &[
    "Parcel has not arrived",
    "Wrong item delivered",
    "Item is damaged",
    "Question about the invoice",
    "Wants to return the order",
    "Cannot log in",
    "Change of address",
];

impl Shop {
    /// Generates the shop from a seed.
    pub fn generate(seed: u64) -> Shop {
        let mut random = Random(seed);
        let mut customers = Vec::new();
        for number in 1..=80 {
            let (first, last) = (random.pick(FIRST), random.pick(LAST));
            let (month, day) = random.day();
            customers.push(Customer {
                id: format!("cus_{number:03}"),
                name: format!("{first} {last}"),
                email: format!("{}.{}{number}@example.com", first.to_lowercase(), last.to_lowercase()),
                country: random.pick(COUNTRIES).to_owned(),
                tier: random.pick(&["free", "free", "plus", "business"]).to_owned(),
                since: format!("{}-{month:02}-{day:02}", 2018 + random.below(7)),
            });
        }
        let mut products = Vec::new();
        for number in 1..=40usize {
            let (name, category) = THINGS.get(number % THINGS.len()).copied().unwrap_or(("Thing", "misc"));
            products.push(Product {
                sku: format!("SKU-{number:03}"),
                name: format!("{name} {}", random.pick(&["Classic", "Mini", "Pro", "Eco"])),
                category: category.to_owned(),
                price: 500 + random.below(95) * 100 + 99,
                stock: random.below(60),
                reorder_level: 5 + random.below(15),
            });
        }
        let mut orders = Vec::new();
        for number in 1..=240 {
            let customer = random.below(customers.len() as u32) as usize;
            let (month, day) = random.day();
            let mut lines = Vec::new();
            for _ in 0..=random.below(4) {
                if let Some(product) = products.get(random.below(products.len() as u32) as usize) {
                    lines.push(OrderLine {
                        sku: product.sku.clone(),
                        quantity: 1 + random.below(4),
                        unit_price: product.price,
                    });
                }
            }
            let total = lines.iter().map(|line| line.quantity * line.unit_price).sum();
            orders.push(Order {
                id: format!("ord_{number:04}"),
                customer_id: customers.get(customer).map(|c| c.id.clone()).unwrap_or_default(),
                status: random.pick(&["pending", "paid", "shipped", "delivered", "delivered", "cancelled"]).to_owned(),
                placed_at: format!("2025-{month:02}-{day:02}T{:02}:{:02}:00.000Z", random.below(24), random.below(60)),
                lines,
                total,
            });
        }
        let mut tickets = Vec::new();
        for number in 1..=120 {
            let order = orders.get(random.below(orders.len() as u32) as usize);
            let (month, day) = random.day();
            tickets.push(Ticket {
                id: format!("tic_{number:03}"),
                customer_id: order.map(|order| order.customer_id.clone()).unwrap_or_default(),
                order_id: order.filter(|_| number % 3 != 0).map(|order| order.id.clone()),
                subject: random.pick(SUBJECTS).to_owned(),
                status: random.pick(&["open", "open", "waiting", "closed", "closed"]).to_owned(),
                priority: random.pick(&["low", "normal", "normal", "high", "urgent"]).to_owned(),
                opened_at: format!("2025-{month:02}-{day:02}T{:02}:00:00.000Z", random.below(24)),
                notes: Vec::new(),
            });
        }
        Shop { customers, products, orders, tickets, carrier_calls: 0 }
    }
}
