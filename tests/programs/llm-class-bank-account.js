class InsufficientFundsError extends Error {
  constructor(balance, amount) { super(`Insufficient funds: balance ${balance}, requested ${amount}`); this.name = "InsufficientFundsError"; this.balance = balance; this.amount = amount; }
}
class Account {
  #balance = 0; #history = []; static nextId = 1;
  constructor(owner, { currency = "USD", initial = 0 } = {}) { this.id = Account.nextId++; this.owner = owner; this.currency = currency; if (initial) this.deposit(initial); }
  get balance() { return this.#balance; }
  get history() { return structuredClone(this.#history); }
  #record(type, amount) { this.#history.push({ type, amount, balance: this.#balance }); return this; }
  deposit(amount) { if (!(amount > 0)) throw new RangeError("Deposit must be positive"); this.#balance += amount; return this.#record("deposit", amount); }
  withdraw(amount) { if (amount > this.#balance) throw new InsufficientFundsError(this.#balance, amount); this.#balance -= amount; return this.#record("withdraw", amount); }
  static transfer(from, to, amount) { from.withdraw(amount); try { to.deposit(amount); } catch (e) { from.deposit(amount); throw e; } }
  toString() { return `${this.owner}: ${new Intl.NumberFormat("en-US", { style: "currency", currency: this.currency }).format(this.#balance)}`; }
  toJSON() { return { id: this.id, owner: this.owner, balance: this.#balance }; }
}
class Savings extends Account { constructor(owner, rate, options) { super(owner, options); this.rate = rate; } addInterest() { return this.deposit(+(this.balance * this.rate).toFixed(2)); } toString() { return `[Savings] ${super.toString()}`; } }
const a = new Account("Ann", { initial: 100 }), s = new Savings("Sam", 0.05, { initial: 1000, currency: "EUR" }); const errors = [];
a.deposit(50).withdraw(30); s.addInterest(); Account.transfer(s, a, 200);
for (const bad of [() => a.withdraw(1e6), () => a.deposit(-5), () => a.deposit("x"), () => Account.transfer(a, s, 0)]) { try { bad(); } catch (e) { errors.push(e instanceof InsufficientFundsError ? [e.name, e.balance, e.amount] : [e.name, e.message]); } }
const h = a.history; h.length = 0;
return { text: [a, s].map(String), json: JSON.stringify([a, s]), history: a.history, errors, privateHidden: Object.keys(a), instance: s instanceof Account };
