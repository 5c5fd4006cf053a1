// crypto.randomUUID: the form only, since the values are random.
const ids = Array.from({ length: 50 }, () => crypto.randomUUID());
return {
  form: ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  distinct: new Set(ids).size,
  tag: Object.prototype.toString.call(crypto),
};
