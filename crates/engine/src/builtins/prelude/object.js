function Object_fromEntries(iterable) {
  if (iterable === undefined || iterable === null) {
    $ThrowTypeError("Object.fromEntries needs an iterable, not " + $Describe(iterable));
  }
  const plain = $FromPlainEntries(iterable);
  if (plain !== undefined) return plain;
  const object = {};
  for (const item of iterable) $DefineEntry(object, item);
  return object;
}

function Object_groupBy(items, callback) {
  if (items === undefined || items === null) {
    $ThrowTypeError("Object.groupBy needs an iterable, not " + $Describe(items));
  }
  if (!$IsCallable(callback)) $ThrowTypeError($Describe(callback) + " is not a function");
  const groups = $NewNullObject();
  let index = 0;
  for (const value of items) {
    $GroupPush(groups, callback(value, index), value);
    index++;
  }
  return groups;
}
