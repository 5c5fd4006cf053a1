// Array methods that call a callback (ECMA-262 §23.1.2, §23.1.3). On arrays of dense elements Get comes before
// HasProperty, which cannot be told there.

function Array_prototype_forEach(callback, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  const dense = $IsDense(O);
  for (let k = 0; k < length; k++) {
    let value;
    if (dense) {
      value = O[k];
      if (value === undefined && !(k in O)) continue;
    } else {
      if (!(k in O)) continue;
      value = O[k];
    }
    $Call(callback, thisArg, value, k, O);
  }
}

function Array_prototype_map(callback, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  const A = $ArraySpeciesCreate(O, length);
  const dense = $IsDense(O);
  for (let k = 0; k < length; k++) {
    let value;
    if (dense) {
      value = O[k];
      if (value === undefined && !(k in O)) continue;
    } else {
      if (!(k in O)) continue;
      value = O[k];
    }
    value = $Call(callback, thisArg, value, k, O);
    $CreateDataPropertyOrThrow(A, k, value);
  }
  return A;
}

function Array_prototype_filter(callback, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  $CheckPredicate(callback);
  const A = $ArraySpeciesCreate(O, 0);
  const dense = $IsDense(O);
  let to = 0;
  for (let k = 0; k < length; k++) {
    let value;
    if (dense) {
      value = O[k];
      if (value === undefined && !(k in O)) continue;
    } else {
      if (!(k in O)) continue;
      value = O[k];
    }
    if ($Call(callback, thisArg, value, k, O)) {
      $CreateDataPropertyOrThrow(A, to, value);
      to++;
    }
  }
  return A;
}

function Array_prototype_some(callback, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  $CheckPredicate(callback);
  const dense = $IsDense(O);
  for (let k = 0; k < length; k++) {
    let value;
    if (dense) {
      value = O[k];
      if (value === undefined && !(k in O)) continue;
    } else {
      if (!(k in O)) continue;
      value = O[k];
    }
    if ($Call(callback, thisArg, value, k, O)) return true;
  }
  return false;
}

function Array_prototype_every(callback, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  $CheckPredicate(callback);
  const dense = $IsDense(O);
  for (let k = 0; k < length; k++) {
    let value;
    if (dense) {
      value = O[k];
      if (value === undefined && !(k in O)) continue;
    } else {
      if (!(k in O)) continue;
      value = O[k];
    }
    if (!$Call(callback, thisArg, value, k, O)) return false;
  }
  return true;
}

function Array_prototype_find(predicate, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  $CheckPredicate(predicate);
  for (let k = 0; k < length; k++) {
    const value = O[k];
    if ($Call(predicate, thisArg, value, k, O)) return value;
  }
}

function Array_prototype_findIndex(predicate, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  $CheckPredicate(predicate);
  for (let k = 0; k < length; k++) {
    if ($Call(predicate, thisArg, O[k], k, O)) return k;
  }
  return -1;
}

function Array_prototype_findLast(predicate, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  $CheckPredicate(predicate);
  for (let k = length - 1; k >= 0; k--) {
    const value = O[k];
    if ($Call(predicate, thisArg, value, k, O)) return value;
  }
}

function Array_prototype_findLastIndex(predicate, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  $CheckPredicate(predicate);
  for (let k = length - 1; k >= 0; k--) {
    if ($Call(predicate, thisArg, O[k], k, O)) return k;
  }
  return -1;
}

function Array_prototype_reduce(callback, initial) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  let accumulator = initial;
  let k = 0;
  if (arguments.length < 2) {
    while (k < length && !(k in O)) k++;
    if (k >= length) $ThrowTypeError("Reduce of empty array with no initial value");
    accumulator = O[k];
    k++;
  }
  const dense = $IsDense(O);
  for (; k < length; k++) {
    let value;
    if (dense) {
      value = O[k];
      if (value === undefined && !(k in O)) continue;
    } else {
      if (!(k in O)) continue;
      value = O[k];
    }
    accumulator = callback(accumulator, value, k, O);
  }
  return accumulator;
}

function Array_prototype_reduceRight(callback, initial) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  let accumulator = initial;
  let k = length - 1;
  if (arguments.length < 2) {
    while (k >= 0 && !(k in O)) k--;
    if (k < 0) $ThrowTypeError("Reduce of empty array with no initial value");
    accumulator = O[k];
    k--;
  }
  for (; k >= 0; k--) {
    if (k in O) accumulator = callback(accumulator, O[k], k, O);
  }
  return accumulator;
}

function Array_prototype_flatMap(mapper, thisArg) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  if (!$IsCallable(mapper)) $ThrowTypeError("flatMap mapper function is not callable");
  const A = $ArraySpeciesCreate(O, 0);
  let to = 0;
  for (let k = 0; k < length; k++) {
    if (!(k in O)) continue;
    const value = $Call(mapper, thisArg, O[k], k, O);
    if ($IsArray(value)) {
      to = $AppendFlat(A, to, value);
    } else {
      $CreateDataPropertyOrThrow(A, to, value);
      to++;
    }
  }
  return A;
}

function Array_prototype_toLocaleString(locales, options) {
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  let text = "";
  for (let k = 0; k < length; k++) {
    if (k > 0) text += ",";
    const value = O[k];
    if (value !== undefined && value !== null) text += $ToString(value.toLocaleString(locales, options));
  }
  return text;
}

// ── Sorting ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function Array_prototype_sort(comparator) {
  if (comparator !== undefined && !$IsCallable(comparator)) {
    $ThrowTypeError("The comparison function must be either a function or undefined");
  }
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  const list = $SortCollect(O, length);
  SortList(list, comparator);
  return $SortWriteBack(O, list, length);
}

function Array_prototype_toSorted(comparator) {
  if (comparator !== undefined && !$IsCallable(comparator)) {
    $ThrowTypeError("The comparison function must be either a function or undefined");
  }
  const O = $ToObject(this);
  const length = $LengthOfArrayLike(O);
  const list = $SortCollectAll(O, length);
  SortList(list, comparator);
  return list;
}

// Sorts an internal list whose undefined values stand last: runs by binary insertion, merged bottom up. Stable.
function SortList(list, comparator) {
  let count = list.length;
  while (count > 0 && list[count - 1] === undefined) count--;
  if (count < 2) return;
  if (comparator === undefined) {
    $SortByText(list, count);
    return;
  }
  for (let start = 0; start < count; start += 16) {
    let end = start + 16;
    if (end > count) end = count;
    let last = list[start];
    for (let i = start + 1; i < end; i++) {
      const value = list[i];
      if (+comparator(last, value) > 0) {
        let low = start;
        let high = i - 1;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (+comparator(list[middle], value) > 0) high = middle;
          else low = middle + 1;
        }
        $SortRotate(list, low, i);
      } else {
        last = value;
      }
    }
  }
  const buffer = [];
  for (let width = 16; width < count; width *= 2) {
    for (let start = 0; start + width < count; start += 2 * width) {
      const middle = start + width;
      let end = middle + width;
      if (end > count) end = count;
      let right = list[middle];
      if (!(+comparator(list[middle - 1], right) > 0)) continue;
      $SortCopy(list, start, middle, buffer, 0);
      let left = buffer[0];
      let i = 0;
      let j = middle;
      let k = start;
      for (;;) {
        if (+comparator(left, right) > 0) {
          list[k++] = right;
          if (++j === end) {
            $SortCopy(buffer, i, width, list, k);
            break;
          }
          right = list[j];
        } else {
          list[k++] = left;
          if (++i === width) break;
          left = buffer[i];
        }
      }
    }
  }
}

// ── Array.from, Array.fromAsync ────────────────────────────────────────────────────────────────────────────────────────

// IteratorClose with a throw completion: what `return` throws is dropped.
function CloseSilently(iterator) {
  try {
    const method = iterator.return;
    if (method !== undefined && method !== null) $Call(method, iterator);
  } catch {}
}

function Array_from(items, mapper, thisArg) {
  const C = this;
  const mapping = mapper !== undefined;
  if (mapping && !$IsCallable(mapper)) $ThrowNotCallable(mapper);
  const method = $GetIteratorMethod(items);
  if (method !== undefined) {
    if (!mapping) {
      const quick = $ArrayFromNative(C, items);
      if (quick !== undefined) return quick;
    }
    const A = $IsConstructor(C) ? $Construct(C) : [];
    let k = 0;
    if ($IteratesNatively(items)) {
      for (const item of items) {
        $CreateDataPropertyOrThrow(A, k, mapping ? $Call(mapper, thisArg, item, k) : item);
        k++;
      }
      A.length = k;
      return A;
    }
    const iterator = $Call(method, items);
    if (!$IsObject(iterator)) $ThrowTypeError("Result of the Symbol.iterator method is not an object");
    const next = iterator.next;
    for (;;) {
      const result = $Call(next, iterator);
      if (!$IsObject(result)) $ThrowTypeError(`Iterator result ${$Describe(result)} is not an object`);
      if (result.done) {
        A.length = k;
        return A;
      }
      let value = result.value;
      try {
        if (mapping) value = $Call(mapper, thisArg, value, k);
        $CreateDataPropertyOrThrow(A, k, value);
      } catch (error) {
        CloseSilently(iterator);
        throw error;
      }
      k++;
    }
  }
  $RefusePromise(items, "Array.from");
  const source = $ToObject(items);
  const length = $LengthOfArrayLike(source);
  const A = $IsConstructor(C) ? $Construct(C, length) : $ArrayCreate(length);
  for (let k = 0; k < length; k++) {
    let value = source[k];
    if (mapping) value = $Call(mapper, thisArg, value, k);
    $CreateDataPropertyOrThrow(A, k, value);
  }
  A.length = length;
  return A;
}

// The steps of %AsyncFromSyncIteratorPrototype%.return.
async function CloseThroughSync(iterator) {
  const method = iterator.return;
  if (method === undefined || method === null) return;
  const result = $Call(method, iterator);
  if (!$IsObject(result)) return;
  result.done;
  await result.value;
}

async function Array_fromAsync(items, mapper, thisArg) {
  const C = this;
  const mapping = mapper !== undefined;
  if (mapping && !$IsCallable(mapper)) $ThrowNotCallable(mapper);
  let method = $GetAsyncIteratorMethod(items);
  let isSync = false;
  if (method === undefined) {
    method = $GetIteratorMethod(items);
    isSync = true;
  }
  if (method !== undefined) {
    const iterator = $Call(method, items);
    if (!$IsObject(iterator)) $ThrowTypeError("Result of the Symbol.asyncIterator method is not an object");
    const next = iterator.next;
    const A = $IsConstructor(C) ? $Construct(C) : [];
    let k = 0;
    for (;;) {
      let result = $Call(next, iterator);
      let done;
      let value;
      if (isSync) {
        // The steps of %AsyncFromSyncIteratorPrototype%.next.
        if (!$IsObject(result)) $ThrowTypeError(`Iterator result ${$Describe(result)} is not an object`);
        done = !!result.done;
        value = result.value;
        try {
          value = await value;
        } catch (error) {
          if (!done) CloseSilently(iterator);
          throw error;
        }
        await undefined;
      } else {
        result = await result;
        if (!$IsObject(result)) $ThrowTypeError(`Iterator result ${$Describe(result)} is not an object`);
        done = !!result.done;
      }
      if (done) {
        A.length = k;
        return A;
      }
      if (!isSync) value = result.value;
      try {
        if (mapping) value = await $Call(mapper, thisArg, value, k);
        $CreateDataPropertyOrThrow(A, k, value);
      } catch (error) {
        // AsyncIteratorClose with a throw completion: what `return` throws is dropped.
        try {
          if (isSync) {
            await CloseThroughSync(iterator);
          } else {
            const method = iterator.return;
            if (method !== undefined && method !== null) await $Call(method, iterator);
          }
        } catch {}
        throw error;
      }
      k++;
    }
  }
  const source = $ToObject(items);
  const length = $LengthOfArrayLike(source);
  const A = $IsConstructor(C) ? $Construct(C, length) : $ArrayCreate(length);
  for (let k = 0; k < length; k++) {
    let value = await source[k];
    if (mapping) value = await $Call(mapper, thisArg, value, k);
    $CreateDataPropertyOrThrow(A, k, value);
  }
  A.length = length;
  return A;
}
