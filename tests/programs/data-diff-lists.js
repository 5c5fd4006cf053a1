// Added, removed and changed records between two snapshots.
const before = [{ id: 1, n: "a", v: 1 }, { id: 2, n: "b", v: 2 }, { id: 3, n: "c", v: 3 }];
const after = [{ id: 2, n: "b", v: 5 }, { id: 3, n: "c", v: 3 }, { id: 4, n: "d", v: 4 }];
const index = (list) => new Map(list.map((item) => [item.id, item]));
const [old, now] = [index(before), index(after)];
const keysOld = new Set(old.keys()), keysNew = new Set(now.keys());
const changes = [...keysOld.intersection(keysNew)].flatMap((id) => {
  const [a, b] = [old.get(id), now.get(id)];
  const fields = Object.keys({ ...a, ...b }).filter((key) => !Object.is(a[key], b[key]));
  return fields.length ? [{ id, fields: fields.map((key) => `${key}: ${a[key]} -> ${b[key]}`) }] : [];
});
return { added: [...keysNew.difference(keysOld)], removed: [...keysOld.difference(keysNew)], changes };
