// Removing duplicates by several keys, keeping the newest.
const contacts = [
  { email: "A@x.org ", name: "Ann", updated: 3 }, { email: "a@x.org", name: "Ann B", updated: 5 },
  { email: "b@x.org", name: "Bo", updated: 1 }, { email: null, name: "None", updated: 9 }, { email: "b@X.ORG", name: "Bo2", updated: 0 },
];
const key = (c) => c.email?.trim().toLowerCase() ?? Symbol(c.name);
const newest = new Map();
for (const contact of contacts) {
  const k = key(contact);
  const seen = newest.get(k);
  if (!seen || seen.updated < contact.updated) newest.set(k, contact);
}
return [...newest].map(([k, c]) => ({ key: typeof k === "symbol" ? k.description : k, name: c.name }));
