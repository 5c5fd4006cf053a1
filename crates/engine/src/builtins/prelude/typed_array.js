// Typed array methods that call a callback (ECMA-262 §23.2.2, §23.2.3). The buffer may change during any call of
// program code: elements that are gone read as undefined, and writing them does nothing.

function TypedArray_from(source, mapper, thisArg) {
  const C = this;
  if (!$IsConstructor(C)) $ThrowTypeError(`${$Describe(C)} is not a constructor`);
  const mapping = mapper !== undefined;
  if (mapping && !$IsCallable(mapper)) $ThrowNotCallable(mapper);
  const method = $GetIteratorMethod(source);
  let values;
  let length;
  if (method !== undefined) {
    values = $IterableValues(source);
    if (values === undefined) {
      values = [];
      length = 0;
      const iterator = $Call(method, source);
      if (!$IsObject(iterator)) $ThrowTypeError("Result of the Symbol.iterator method is not an object");
      const next = iterator.next;
      for (;;) {
        const result = $Call(next, iterator);
        if (!$IsObject(result)) $ThrowTypeError(`Iterator result ${$Describe(result)} is not an object`);
        if (result.done) break;
        $CreateDataPropertyOrThrow(values, length++, result.value);
      }
    } else {
      length = values.length;
    }
  } else {
    values = $ToObject(source);
    length = $LengthOfArrayLike(values);
  }
  const target = $Construct(C, length);
  $TypedArrayCheck(target, length);
  for (let k = 0; k < length; k++) {
    const value = values[k];
    target[k] = mapping ? $Call(mapper, thisArg, value, k) : value;
  }
  return target;
}

function TypedArray_prototype_every(callback, thisArg) {
  const length = $TypedArrayLength(this, "every");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  for (let k = 0; k < length; k++) {
    if (!$Call(callback, thisArg, this[k], k, this)) return false;
  }
  return true;
}

function TypedArray_prototype_some(callback, thisArg) {
  const length = $TypedArrayLength(this, "some");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  for (let k = 0; k < length; k++) {
    if ($Call(callback, thisArg, this[k], k, this)) return true;
  }
  return false;
}

function TypedArray_prototype_forEach(callback, thisArg) {
  const length = $TypedArrayLength(this, "forEach");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  for (let k = 0; k < length; k++) $Call(callback, thisArg, this[k], k, this);
}

function TypedArray_prototype_map(callback, thisArg) {
  const length = $TypedArrayLength(this, "map");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  const A = $TypedArraySpeciesCreate(this, length);
  for (let k = 0; k < length; k++) A[k] = $Call(callback, thisArg, this[k], k, this);
  return A;
}

function TypedArray_prototype_filter(callback, thisArg) {
  const length = $TypedArrayLength(this, "filter");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  const kept = [];
  let count = 0;
  for (let k = 0; k < length; k++) {
    const value = this[k];
    if ($Call(callback, thisArg, value, k, this)) $CreateDataPropertyOrThrow(kept, count++, value);
  }
  const A = $TypedArraySpeciesCreate(this, count);
  for (let k = 0; k < count; k++) A[k] = kept[k];
  return A;
}

function TypedArray_prototype_find(predicate, thisArg) {
  const length = $TypedArrayLength(this, "find");
  if (!$IsCallable(predicate)) $ThrowNotCallable(predicate);
  for (let k = 0; k < length; k++) {
    const value = this[k];
    if ($Call(predicate, thisArg, value, k, this)) return value;
  }
}

function TypedArray_prototype_findIndex(predicate, thisArg) {
  const length = $TypedArrayLength(this, "findIndex");
  if (!$IsCallable(predicate)) $ThrowNotCallable(predicate);
  for (let k = 0; k < length; k++) {
    if ($Call(predicate, thisArg, this[k], k, this)) return k;
  }
  return -1;
}

function TypedArray_prototype_findLast(predicate, thisArg) {
  const length = $TypedArrayLength(this, "findLast");
  if (!$IsCallable(predicate)) $ThrowNotCallable(predicate);
  for (let k = length - 1; k >= 0; k--) {
    const value = this[k];
    if ($Call(predicate, thisArg, value, k, this)) return value;
  }
}

function TypedArray_prototype_findLastIndex(predicate, thisArg) {
  const length = $TypedArrayLength(this, "findLastIndex");
  if (!$IsCallable(predicate)) $ThrowNotCallable(predicate);
  for (let k = length - 1; k >= 0; k--) {
    if ($Call(predicate, thisArg, this[k], k, this)) return k;
  }
  return -1;
}

function TypedArray_prototype_reduce(callback, initial) {
  const length = $TypedArrayLength(this, "reduce");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  let k = 0;
  let accumulator = initial;
  if (arguments.length < 2) {
    if (length === 0) $ThrowTypeError("Reduce of empty array with no initial value");
    accumulator = this[k++];
  }
  for (; k < length; k++) accumulator = callback(accumulator, this[k], k, this);
  return accumulator;
}

function TypedArray_prototype_reduceRight(callback, initial) {
  const length = $TypedArrayLength(this, "reduceRight");
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  let k = length - 1;
  let accumulator = initial;
  if (arguments.length < 2) {
    if (length === 0) $ThrowTypeError("Reduce of empty array with no initial value");
    accumulator = this[k--];
  }
  for (; k >= 0; k--) accumulator = callback(accumulator, this[k], k, this);
  return accumulator;
}

function TypedArray_prototype_toLocaleString(locales, options) {
  const length = $TypedArrayLength(this, "toLocaleString");
  let text = "";
  for (let k = 0; k < length; k++) {
    if (k > 0) text += ",";
    const value = this[k];
    if (value !== undefined) text += $ToString(value.toLocaleString(locales, options));
  }
  return text;
}

function TypedArray_prototype_sort(comparator) {
  if (comparator !== undefined && !$IsCallable(comparator)) {
    $ThrowTypeError("The comparison function must be either a function or undefined");
  }
  const length = $TypedArrayLength(this, "sort");
  if (comparator === undefined) {
    $TypedArraySort(this);
    return this;
  }
  const list = $TypedArrayToList(this, length);
  SortList(list, comparator);
  for (let k = 0; k < length; k++) this[k] = list[k];
  return this;
}

function TypedArray_prototype_toSorted(comparator) {
  if (comparator !== undefined && !$IsCallable(comparator)) {
    $ThrowTypeError("The comparison function must be either a function or undefined");
  }
  const length = $TypedArrayLength(this, "toSorted");
  const A = $TypedArrayCopy(this, length);
  if (comparator === undefined) {
    $TypedArraySort(A);
    return A;
  }
  const list = $TypedArrayToList(A, length);
  SortList(list, comparator);
  for (let k = 0; k < length; k++) A[k] = list[k];
  return A;
}
