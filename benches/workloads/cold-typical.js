class Account {
  #balance = 0;
  constructor(owner, opening = 0) { this.owner = owner; this.#balance = opening; }
  get balance() { return this.#balance; }
  add(amount) { this.#balance += amount; return this; }
  toJSON() { return { owner: this.owner, balance: this.#balance }; }
}
const MONEY = /^([A-Z]{3})\s+(-?\d+(?:\.\d{2})?)$/;
function parseMoney(text) {
  const match = MONEY.exec(text);
  if (!match) throw new TypeError(`not an amount: ${text}`);
  const [, currency, amount] = match;
  return { currency, amount: Number(amount) };
}
async function main() {
  const [one, two, three] = await Promise.all([host_async(1), host_async(2), host_async(3)]);
  const lines = [`EUR ${one}.50`, `EUR ${two}.25`, `USD ${three}.00`, 'oops'];
  const accounts = new Map();
  const problems = [];
  for (const line of lines) {
    try {
      const { currency, amount } = parseMoney(line);
      const account = accounts.get(currency) ?? new Account(currency);
      accounts.set(currency, account.add(amount));
    } catch (error) {
      problems.push(error instanceof TypeError ? error.message : String(error));
    }
  }
  const { EUR, ...others } = Object.fromEntries([...accounts].map(([key, { balance }]) => [key, balance]));
  const ranked = [...accounts.values()].sort((a, b) => b.balance - a.balance);
  const summary = {
    total: ranked.reduce((sum, { balance }) => sum + balance, 0),
    best: ranked[0]?.owner ?? 'none',
    EUR,
    others,
    problems: problems.join('; '),
  };
  return JSON.stringify(summary);
}
