// Which business customers have urgent tickets open? Two lists at once, joined here instead of by the model.
const [business, urgent] = await Promise.all([
  tools.customers.search({ tier: "business" }),
  tools.tickets.list({ status: "open", priority: "urgent" }),
]);

const byId = new Map(business.items.map((customer) => [customer.id, customer]));

return urgent.items
  .filter((ticket) => byId.has(ticket.customer_id))
  .map(({ id, subject, customer_id }) => ({ ticket: id, subject, customer: byId.get(customer_id).name }))
  .sort((a, b) => a.ticket.localeCompare(b.ticket));
