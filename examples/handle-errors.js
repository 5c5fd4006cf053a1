// Failures are ordinary errors with a kind and the tool's name.
const seen = [];
try {
  await tools.orders.get({ id: "ord_9999" });
} catch (error) {
  seen.push({ kind: error.kind, tool: error.tool, message: error.message });
}
try {
  await tools.orders.cancel({ id: "ord_0001", reason: 42 });
} catch (error) {
  seen.push({ kind: error.kind, tool: error.tool });
}
try {
  await tools.orders.cancle({ id: "ord_0001" });
} catch (error) {
  seen.push({ kind: error.kind, suggests: /orders\.cancel/.test(error.message) });
}
return seen;
