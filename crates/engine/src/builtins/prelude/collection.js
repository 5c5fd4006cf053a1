// Map and Set methods that call program code (ECMA-262 §24.1, §24.2).

function Map_groupBy(items, callback) {
  $RequireObjectCoercible(items, "Map.groupBy");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  const groups = $MapNew();
  let k = 0;
  for (const value of items) {
    $MapGroup(groups, callback(value, k), value);
    k++;
  }
  return groups;
}

function Map_prototype_forEach(callback, thisArg) {
  const iterator = $MapIterate(this, "forEach");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  while ($CollectionAdvance(iterator)) {
    $Call(callback, thisArg, $CollectionValue(iterator), $CollectionKey(iterator), this);
  }
}

function Map_prototype_getOrInsertComputed(key, callback) {
  $MapCheck(this, "getOrInsertComputed");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  if ($MapHas(this, key)) return $MapGet(this, key);
  if (key === 0) key = 0;
  const value = callback(key);
  $MapSet(this, key, value);
  return value;
}

function Set_prototype_forEach(callback, thisArg) {
  $SetCheck(this, "forEach");
  const iterator = $SetIterate(this);
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  while ($CollectionAdvance(iterator)) {
    const value = $CollectionKey(iterator);
    $Call(callback, thisArg, value, value, this);
  }
}

// ── Two sets ───────────────────────────────────────────────────────────────────────────────────────────────────────────

// GetSetRecord (§24.2.1.2)
function SetRecord(other) {
  if (!$IsObject(other)) $ThrowTypeError(`The "other" argument must be a Set or set-like object, not ${$Describe(other)}`);
  const size = +other.size;
  if (size !== size) $ThrowTypeError("The 'size' property of the set-like object must be a number");
  const integer = $ToIntegerOrInfinity(size);
  if (integer < 0) $ThrowRangeError(`'${integer}' is an invalid size`);
  const has = other.has;
  if (!$IsCallable(has)) $ThrowTypeError("The 'has' property of the set-like object must be a function");
  const keys = other.keys;
  if (!$IsCallable(keys)) $ThrowTypeError("The 'keys' property of the set-like object must be a function");
  return { size: integer, has: has, keys: keys };
}

// The iterator that the `keys` of a set-like object gives.
function SetKeys(record, other) {
  const iterator = $Call(record.keys, other);
  if (!$IsObject(iterator)) $ThrowTypeError("The 'keys' method of the set-like object must return an object");
  return iterator;
}

// IteratorClose with a normal completion.
function CloseIterator(iterator) {
  const method = iterator.return;
  if (method === undefined || method === null) return;
  if (!$IsObject($Call(method, iterator))) $ThrowTypeError("The result of the iterator's return method is not an object");
}

function Set_prototype_union(other) {
  $SetCheck(this, "union");
  const record = SetRecord(other);
  const iterator = SetKeys(record, other);
  const next = iterator.next;
  const result = $SetCopy(this);
  for (;;) {
    const step = $Call(next, iterator);
    if (!$IsObject(step)) $ThrowTypeError(`Iterator result ${$Describe(step)} is not an object`);
    if (step.done) return result;
    $SetAdd(result, step.value);
  }
}

function Set_prototype_intersection(other) {
  $SetCheck(this, "intersection");
  const record = SetRecord(other);
  const result = $SetNew();
  if ($SetSize(this) <= record.size) {
    const has = record.has;
    const own = $SetIterate(this);
    while ($CollectionAdvance(own)) {
      const value = $CollectionKey(own);
      if ($Call(has, other, value)) $SetAdd(result, value);
    }
    return result;
  }
  const iterator = SetKeys(record, other);
  const next = iterator.next;
  for (;;) {
    const step = $Call(next, iterator);
    if (!$IsObject(step)) $ThrowTypeError(`Iterator result ${$Describe(step)} is not an object`);
    if (step.done) return result;
    const value = step.value;
    if ($SetHas(this, value)) $SetAdd(result, value);
  }
}

function Set_prototype_difference(other) {
  $SetCheck(this, "difference");
  const record = SetRecord(other);
  if ($SetSize(this) <= record.size) {
    const has = record.has;
    const result = $SetCopy(this);
    const own = $SetIterate(this);
    while ($CollectionAdvance(own)) {
      const value = $CollectionKey(own);
      if ($Call(has, other, value)) $SetDelete(result, value);
    }
    return result;
  }
  const iterator = SetKeys(record, other);
  const next = iterator.next;
  const result = $SetCopy(this);
  for (;;) {
    const step = $Call(next, iterator);
    if (!$IsObject(step)) $ThrowTypeError(`Iterator result ${$Describe(step)} is not an object`);
    if (step.done) return result;
    $SetDelete(result, step.value);
  }
}

function Set_prototype_symmetricDifference(other) {
  $SetCheck(this, "symmetricDifference");
  const record = SetRecord(other);
  const iterator = SetKeys(record, other);
  const next = iterator.next;
  const result = $SetCopy(this);
  for (;;) {
    const step = $Call(next, iterator);
    if (!$IsObject(step)) $ThrowTypeError(`Iterator result ${$Describe(step)} is not an object`);
    if (step.done) return result;
    const value = step.value;
    if ($SetHas(this, value)) $SetDelete(result, value);
    else $SetAdd(result, value);
  }
}

function Set_prototype_isSubsetOf(other) {
  $SetCheck(this, "isSubsetOf");
  const record = SetRecord(other);
  if ($SetSize(this) > record.size) return false;
  const has = record.has;
  const own = $SetIterate(this);
  while ($CollectionAdvance(own)) {
    if (!$Call(has, other, $CollectionKey(own))) return false;
  }
  return true;
}

function Set_prototype_isSupersetOf(other) {
  $SetCheck(this, "isSupersetOf");
  const record = SetRecord(other);
  if ($SetSize(this) < record.size) return false;
  const iterator = SetKeys(record, other);
  const next = iterator.next;
  for (;;) {
    const step = $Call(next, iterator);
    if (!$IsObject(step)) $ThrowTypeError(`Iterator result ${$Describe(step)} is not an object`);
    if (step.done) return true;
    if (!$SetHas(this, step.value)) {
      CloseIterator(iterator);
      return false;
    }
  }
}

function Set_prototype_isDisjointFrom(other) {
  $SetCheck(this, "isDisjointFrom");
  const record = SetRecord(other);
  if ($SetSize(this) <= record.size) {
    const has = record.has;
    const own = $SetIterate(this);
    while ($CollectionAdvance(own)) {
      if ($Call(has, other, $CollectionKey(own))) return false;
    }
    return true;
  }
  const iterator = SetKeys(record, other);
  const next = iterator.next;
  for (;;) {
    const step = $Call(next, iterator);
    if (!$IsObject(step)) $ThrowTypeError(`Iterator result ${$Describe(step)} is not an object`);
    if (step.done) return true;
    if ($SetHas(this, step.value)) {
      CloseIterator(iterator);
      return false;
    }
  }
}

function WeakMap_prototype_getOrInsertComputed(key, callback) {
  $WeakMapCheck(this);
  $WeakMapCheckKey(key);
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  if ($WeakMapHas(this, key)) return $WeakMapGet(this, key);
  const value = callback(key);
  $WeakMapSet(this, key, value);
  return value;
}
