// Iterator helpers (ECMA-262 §27.1). The state of a helper is a plain object:
// kind, phase (0 not started, 1 suspended, 2 running, 3 done), iterator and next of what it consumes, fn (a callback),
// counter, and more by kind.

function StepNotObject(step) {
  $ThrowTypeError(`Iterator result ${$Describe(step)} is not an object`);
}

function RequireIterator(value, method) {
  if (!$IsObject(value)) $ThrowTypeError(`Iterator.prototype.${method} called on non-object`);
}

// ── Consumers ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function Iterator_prototype_reduce(reducer, initial) {
  RequireIterator(this, "reduce");
  if (!$IsCallable(reducer)) {
    CloseSilently(this);
    $ThrowNotCallable(reducer);
  }
  const next = this.next;
  let accumulator = initial;
  let counter = 0;
  if (arguments.length < 2) {
    const step = $Call(next, this);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) $ThrowTypeError("Reduce of a done iterator with no initial value");
    accumulator = step.value;
    counter = 1;
  }
  for (;;) {
    const step = $Call(next, this);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) return accumulator;
    const value = step.value;
    try {
      accumulator = reducer(accumulator, value, counter);
    } catch (error) {
      CloseSilently(this);
      throw error;
    }
    counter++;
  }
}

function Iterator_prototype_toArray() {
  RequireIterator(this, "toArray");
  const next = this.next;
  const items = [];
  let k = 0;
  for (;;) {
    const step = $Call(next, this);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) return items;
    $CreateDataPropertyOrThrow(items, k, step.value);
    k++;
  }
}

function Iterator_prototype_forEach(procedure) {
  RequireIterator(this, "forEach");
  if (!$IsCallable(procedure)) {
    CloseSilently(this);
    $ThrowNotCallable(procedure);
  }
  const next = this.next;
  let counter = 0;
  for (;;) {
    const step = $Call(next, this);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) return;
    const value = step.value;
    try {
      procedure(value, counter);
    } catch (error) {
      CloseSilently(this);
      throw error;
    }
    counter++;
  }
}

function Iterator_prototype_some(predicate) {
  RequireIterator(this, "some");
  if (!$IsCallable(predicate)) {
    CloseSilently(this);
    $ThrowNotCallable(predicate);
  }
  const next = this.next;
  let counter = 0;
  for (;;) {
    const step = $Call(next, this);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) return false;
    const value = step.value;
    let found;
    try {
      found = predicate(value, counter);
    } catch (error) {
      CloseSilently(this);
      throw error;
    }
    if (found) {
      CloseIterator(this);
      return true;
    }
    counter++;
  }
}

function Iterator_prototype_every(predicate) {
  RequireIterator(this, "every");
  if (!$IsCallable(predicate)) {
    CloseSilently(this);
    $ThrowNotCallable(predicate);
  }
  const next = this.next;
  let counter = 0;
  for (;;) {
    const step = $Call(next, this);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) return true;
    const value = step.value;
    let holds;
    try {
      holds = predicate(value, counter);
    } catch (error) {
      CloseSilently(this);
      throw error;
    }
    if (!holds) {
      CloseIterator(this);
      return false;
    }
    counter++;
  }
}

function Iterator_prototype_find(predicate) {
  RequireIterator(this, "find");
  if (!$IsCallable(predicate)) {
    CloseSilently(this);
    $ThrowNotCallable(predicate);
  }
  const next = this.next;
  let counter = 0;
  for (;;) {
    const step = $Call(next, this);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) return undefined;
    const value = step.value;
    let found;
    try {
      found = predicate(value, counter);
    } catch (error) {
      CloseSilently(this);
      throw error;
    }
    if (found) {
      CloseIterator(this);
      return value;
    }
    counter++;
  }
}

function Iterator_prototype_includes(wanted, skipped) {
  RequireIterator(this, "includes");
  let left = 0;
  if (skipped !== undefined) {
    if (typeof skipped !== "number" || (skipped % 1 !== 0 && skipped !== 1 / 0 && skipped !== -1 / 0)) {
      CloseSilently(this);
      $ThrowTypeError("The number of skipped elements must be an integral number");
    }
    if (skipped < 0 || (skipped > 9007199254740991 && skipped !== 1 / 0)) {
      CloseSilently(this);
      $ThrowRangeError(`${skipped} is no valid number of skipped elements`);
    }
    left = skipped;
  }
  const next = this.next;
  for (;;) {
    const step = $Call(next, this);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) return false;
    const value = step.value;
    if (left > 0) {
      left--;
    } else if ($SameValueZero(value, wanted)) {
      CloseIterator(this);
      return true;
    }
  }
}

function Iterator_prototype_dispose() {
  const method = this.return;
  if (method !== undefined && method !== null) $Call(method, this);
}

async function AsyncIterator_prototype_asyncDispose() {
  const method = this.return;
  if (method !== undefined && method !== null) await $Call(method, this, undefined);
}

// ── Helpers ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function Iterator_prototype_map(mapper) {
  RequireIterator(this, "map");
  if (!$IsCallable(mapper)) {
    CloseSilently(this);
    $ThrowNotCallable(mapper);
  }
  return $HelperCreate({ kind: 0, phase: 0, iterator: this, next: this.next, fn: mapper, counter: 0 });
}

function Iterator_prototype_filter(predicate) {
  RequireIterator(this, "filter");
  if (!$IsCallable(predicate)) {
    CloseSilently(this);
    $ThrowNotCallable(predicate);
  }
  return $HelperCreate({ kind: 1, phase: 0, iterator: this, next: this.next, fn: predicate, counter: 0 });
}

// The limit of `take` and `drop`.
function IteratorLimit(iterator, limit) {
  let number;
  try {
    number = $ToNumber(limit);
  } catch (error) {
    CloseSilently(iterator);
    throw error;
  }
  const integer = $ToIntegerOrInfinity(number);
  if (number !== number || integer < 0 || (integer > 9007199254740991 && integer !== 1 / 0)) {
    CloseSilently(iterator);
    $ThrowRangeError(`${$Describe(limit)} must be positive`);
  }
  return integer;
}

function Iterator_prototype_take(limit) {
  RequireIterator(this, "take");
  const remaining = IteratorLimit(this, limit);
  return $HelperCreate({ kind: 2, phase: 0, iterator: this, next: this.next, fn: undefined, counter: remaining });
}

function Iterator_prototype_drop(limit) {
  RequireIterator(this, "drop");
  const remaining = IteratorLimit(this, limit);
  return $HelperCreate({ kind: 3, phase: 0, iterator: this, next: this.next, fn: undefined, counter: remaining });
}

function Iterator_prototype_flatMap(mapper) {
  RequireIterator(this, "flatMap");
  if (!$IsCallable(mapper)) {
    CloseSilently(this);
    $ThrowNotCallable(mapper);
  }
  return $HelperCreate({
    kind: 4, phase: 0, iterator: this, next: this.next, fn: mapper, counter: 0, inner: undefined, innerNext: undefined,
  });
}

// The size of `chunks` and `windows`.
function RequireSize(iterator, size) {
  if (typeof size !== "number" || size % 1 !== 0) {
    CloseSilently(iterator);
    $ThrowTypeError(`The size must be an integral number, not ${$Describe(size)}`);
  }
  if (size < 1 || size > 4294967295) {
    CloseSilently(iterator);
    $ThrowRangeError(`The size must be from 1 to 4294967295, not ${size}`);
  }
}

function Iterator_prototype_chunks(size) {
  RequireIterator(this, "chunks");
  RequireSize(this, size);
  return $HelperCreate({
    kind: 7, phase: 0, iterator: this, next: this.next, fn: undefined, counter: size, over: false,
  });
}

function Iterator_prototype_windows(size, undersized) {
  RequireIterator(this, "windows");
  RequireSize(this, size);
  if (undersized !== undefined && undersized !== "only-full" && undersized !== "allow-partial") {
    CloseSilently(this);
    $ThrowTypeError(`${$Describe(undersized)} is neither 'only-full' nor 'allow-partial'`);
  }
  return $HelperCreate({
    kind: 8, phase: 0, iterator: this, next: this.next, fn: undefined, counter: size, over: false, window: [],
    partial: undersized === "allow-partial",
  });
}

// The next chunk or window, or undefined when it is over.
function NextGroup(state) {
  if (state.over) return undefined;
  const iterator = state.iterator;
  const next = state.next;
  const size = state.counter;
  let group;
  let filled = 0;
  if (state.kind === 7) {
    group = [];
  } else {
    const window = state.window;
    filled = window.length;
    // A full window loses its first element; each window given out is an array of its own.
    group = $ArrayTail(window, filled === size ? 1 : 0);
    filled = group.length;
  }
  for (;;) {
    const step = $Call(next, iterator);
    if (!$IsObject(step)) StepNotObject(step);
    if (step.done) {
      state.over = true;
      if (state.kind === 7) return filled > 0 ? group : undefined;
      return state.partial && state.window.length === 0 && filled > 0 ? group : undefined;
    }
    $CreateDataPropertyOrThrow(group, filled, step.value);
    filled++;
    if (filled === size) {
      if (state.kind === 8) state.window = $ArrayTail(group, 0);
      return group;
    }
  }
}

function Iterator_concat(...items) {
  const methods = [];
  for (let k = 0; k < items.length; k++) {
    const item = items[k];
    if (!$IsObject(item)) $ThrowTypeError(`Iterator.concat called on non-object ${$Describe(item)}`);
    const method = $GetIteratorMethod(item);
    if (method === undefined) $ThrowTypeError(`${$Describe(item)} is not iterable`);
    $CreateDataPropertyOrThrow(methods, k, method);
  }
  return $HelperCreate({
    kind: 5, phase: 0, iterator: undefined, next: undefined, fn: undefined, counter: 0,
    inner: undefined, innerNext: undefined, items: items, methods: methods,
  });
}

// GetIteratorFlattenable with primitives rejected, up to the iterator object.
function Flattenable(value) {
  if (!$IsObject(value)) $ThrowTypeError(`${$Describe(value)} is not an object`);
  const method = $GetIteratorMethod(value);
  if (method === undefined) return value;
  const iterator = $Call(method, value);
  if (!$IsObject(iterator)) $ThrowTypeError(`${$Describe(iterator)} is not an object`);
  return iterator;
}

function IteratorHelper_next() {
  const state = $HelperState(this, "next");
  const phase = state.phase;
  if (phase === 2) $ThrowTypeError("Generator is already running");
  if (phase === 3) return { value: undefined, done: true };
  state.phase = 2;
  try {
    const kind = state.kind;
    const iterator = state.iterator;
    const next = state.next;
    if (kind === 0) {
      const step = $Call(next, iterator);
      if (!$IsObject(step)) StepNotObject(step);
      if (!step.done) {
        let value = step.value;
        const mapper = state.fn;
        try {
          value = mapper(value, state.counter);
        } catch (error) {
          CloseSilently(iterator);
          throw error;
        }
        state.counter++;
        state.phase = 1;
        return { value: value, done: false };
      }
    } else if (kind === 1) {
      const predicate = state.fn;
      for (;;) {
        const step = $Call(next, iterator);
        if (!$IsObject(step)) StepNotObject(step);
        if (step.done) break;
        const value = step.value;
        let selected;
        try {
          selected = predicate(value, state.counter);
        } catch (error) {
          CloseSilently(iterator);
          throw error;
        }
        state.counter++;
        if (selected) {
          state.phase = 1;
          return { value: value, done: false };
        }
      }
    } else if (kind === 2) {
      const remaining = state.counter;
      if (remaining === 0) {
        CloseIterator(iterator);
      } else {
        state.counter = remaining - 1;
        const step = $Call(next, iterator);
        if (!$IsObject(step)) StepNotObject(step);
        if (!step.done) {
          const value = step.value;
          state.phase = 1;
          return { value: value, done: false };
        }
      }
    } else if (kind === 3) {
      let done = false;
      while (state.counter > 0) {
        state.counter--;
        const step = $Call(next, iterator);
        if (!$IsObject(step)) StepNotObject(step);
        if (step.done) {
          done = true;
          break;
        }
      }
      if (!done) {
        const step = $Call(next, iterator);
        if (!$IsObject(step)) StepNotObject(step);
        if (!step.done) {
          const value = step.value;
          state.phase = 1;
          return { value: value, done: false };
        }
      }
    } else if (kind === 4) {
      for (;;) {
        if (state.inner === undefined) {
          const step = $Call(next, iterator);
          if (!$IsObject(step)) StepNotObject(step);
          if (step.done) break;
          const value = step.value;
          const mapper = state.fn;
          try {
            const inner = Flattenable(mapper(value, state.counter));
            state.innerNext = inner.next;
            state.inner = inner;
          } catch (error) {
            CloseSilently(iterator);
            throw error;
          }
        }
        try {
          const step = $Call(state.innerNext, state.inner);
          if (!$IsObject(step)) StepNotObject(step);
          if (!step.done) {
            const value = step.value;
            state.phase = 1;
            return { value: value, done: false };
          }
        } catch (error) {
          CloseSilently(iterator);
          throw error;
        }
        state.inner = undefined;
        state.counter++;
      }
    } else if (kind === 5) {
      const items = state.items;
      for (;;) {
        if (state.inner === undefined) {
          const k = state.counter;
          if (k >= items.length) break;
          state.counter = k + 1;
          const inner = $Call(state.methods[k], items[k]);
          if (!$IsObject(inner)) $ThrowTypeError(`${$Describe(inner)} is not an object`);
          state.innerNext = inner.next;
          state.inner = inner;
        }
        const step = $Call(state.innerNext, state.inner);
        if (!$IsObject(step)) StepNotObject(step);
        if (!step.done) {
          const value = step.value;
          state.phase = 1;
          return { value: value, done: false };
        }
        state.inner = undefined;
      }
    } else if (kind >= 7) {
      const group = NextGroup(state);
      if (group !== undefined) {
        state.phase = 1;
        return { value: group, done: false };
      }
    } else {
      const results = ZipStep(state);
      if (results !== undefined) {
        state.phase = 1;
        return { value: results, done: false };
      }
    }
    state.phase = 3;
    return { value: undefined, done: true };
  } catch (error) {
    state.phase = 3;
    throw error;
  }
}

function IteratorHelper_return() {
  const state = $HelperState(this, "return");
  const phase = state.phase;
  if (phase === 2) $ThrowTypeError("Generator is already running");
  if (phase === 3) return { value: undefined, done: true };
  // What has not started is done before its iterators are closed; what was suspended runs while they are.
  state.phase = phase === 0 ? 3 : 2;
  try {
    const kind = state.kind;
    if (kind < 4) {
      CloseIterator(state.iterator);
    } else if (kind === 4) {
      if (state.inner !== undefined) {
        try {
          CloseIterator(state.inner);
        } catch (error) {
          CloseSilently(state.iterator);
          throw error;
        }
      }
      CloseIterator(state.iterator);
    } else if (kind === 5) {
      if (state.inner !== undefined) CloseIterator(state.inner);
    } else if (kind >= 7) {
      if (!state.over) CloseIterator(state.iterator);
    } else {
      CloseOpen(state.iters, state.open, state.count);
    }
  } finally {
    state.phase = 3;
  }
  return { value: undefined, done: true };
}

function WrappedIterator_next() {
  const iterator = $WrappedIterator(this, "next");
  return $Call($WrappedNext(this), iterator);
}

function WrappedIterator_return() {
  const iterator = $WrappedIterator(this, "return");
  const method = iterator.return;
  if (method === undefined || method === null) return { value: undefined, done: true };
  return $Call(method, iterator);
}

// ── Iterator.zip, Iterator.zipKeyed ────────────────────────────────────────────────────────────────────────────────────

// IteratorCloseAll of the iterators that are still open, for a normal or return completion.
function CloseOpen(iters, open, count) {
  let failed = false;
  let failure;
  for (let k = count - 1; k >= 0; k--) {
    if (!open[k]) continue;
    if (failed) {
      CloseSilently(iters[k]);
    } else {
      try {
        CloseIterator(iters[k]);
      } catch (error) {
        failed = true;
        failure = error;
      }
    }
  }
  if (failed) throw failure;
}

// The same for a throw completion.
function CloseOpenSilently(iters, open, count) {
  for (let k = count - 1; k >= 0; k--) {
    if (open[k]) CloseSilently(iters[k]);
  }
}

function ZipMode(options) {
  if (options === undefined) return "shortest";
  if (!$IsObject(options)) $ThrowTypeError("The options of Iterator.zip must be an object");
  const mode = options.mode;
  if (mode === undefined) return "shortest";
  if (mode !== "shortest" && mode !== "longest" && mode !== "strict") {
    $ThrowTypeError(`${$Describe(mode)} is not a valid mode: use 'shortest', 'longest' or 'strict'`);
  }
  return mode;
}

function ZipPadding(options, mode) {
  if (mode !== "longest" || options === undefined) return undefined;
  const padding = options.padding;
  if (padding !== undefined && !$IsObject(padding)) $ThrowTypeError("The padding of Iterator.zip must be an object");
  return padding;
}

function ZipCreate(iters, nexts, open, count, mode, padding, keys) {
  return $HelperCreate({
    kind: 6, phase: 0, iterator: undefined, next: undefined, fn: undefined, counter: 0,
    iters: iters, nexts: nexts, open: open, count: count, mode: mode, padding: padding, keys: keys,
  });
}

function Iterator_zip(iterables, options) {
  if (!$IsObject(iterables)) $ThrowTypeError(`Iterator.zip called on non-object ${$Describe(iterables)}`);
  const mode = ZipMode(options);
  const paddingOption = ZipPadding(options, mode);
  const iters = [];
  const nexts = [];
  const open = [];
  const padding = [];
  let count = 0;
  let closed = false;
  try {
    for (const item of iterables) {
      try {
        const iterator = Flattenable(item);
        $CreateDataPropertyOrThrow(nexts, count, iterator.next);
        $CreateDataPropertyOrThrow(iters, count, iterator);
        $CreateDataPropertyOrThrow(open, count, true);
        count++;
      } catch (error) {
        CloseOpenSilently(iters, open, count);
        closed = true;
        throw error;
      }
    }
  } catch (error) {
    if (!closed) CloseOpenSilently(iters, open, count);
    throw error;
  }
  if (mode === "longest") {
    if (paddingOption === undefined) {
      for (let k = 0; k < count; k++) $CreateDataPropertyOrThrow(padding, k, undefined);
    } else {
      try {
        const method = $GetIteratorMethod(paddingOption);
        if (method === undefined) $ThrowTypeError(`${$Describe(paddingOption)} is not iterable`);
        const iterator = $Call(method, paddingOption);
        if (!$IsObject(iterator)) $ThrowTypeError("Result of the Symbol.iterator method is not an object");
        const next = iterator.next;
        let using = true;
        for (let k = 0; k < count; k++) {
          let value;
          if (using) {
            const step = $Call(next, iterator);
            if (!$IsObject(step)) StepNotObject(step);
            if (step.done) using = false;
            else value = step.value;
          }
          $CreateDataPropertyOrThrow(padding, k, value);
        }
        if (using) CloseIterator(iterator);
      } catch (error) {
        CloseOpenSilently(iters, open, count);
        throw error;
      }
    }
  }
  return ZipCreate(iters, nexts, open, count, mode, padding, undefined);
}

function Iterator_zipKeyed(iterables, options) {
  if (!$IsObject(iterables)) $ThrowTypeError(`Iterator.zipKeyed called on non-object ${$Describe(iterables)}`);
  const mode = ZipMode(options);
  const paddingOption = ZipPadding(options, mode);
  const iters = [];
  const nexts = [];
  const open = [];
  const padding = [];
  const keys = [];
  let count = 0;
  const all = $OwnPropertyKeys(iterables);
  try {
    for (let k = 0; k < all.length; k++) {
      const key = all[k];
      if (!$IsEnumerable(iterables, key)) continue;
      const value = iterables[key];
      if (value === undefined) continue;
      const iterator = Flattenable(value);
      $CreateDataPropertyOrThrow(nexts, count, iterator.next);
      $CreateDataPropertyOrThrow(keys, count, key);
      $CreateDataPropertyOrThrow(iters, count, iterator);
      $CreateDataPropertyOrThrow(open, count, true);
      count++;
    }
    if (mode === "longest") {
      for (let k = 0; k < count; k++) {
        $CreateDataPropertyOrThrow(padding, k, paddingOption === undefined ? undefined : paddingOption[keys[k]]);
      }
    }
  } catch (error) {
    CloseOpenSilently(iters, open, count);
    throw error;
  }
  return ZipCreate(iters, nexts, open, count, mode, padding, keys);
}

// One round of IteratorZip: the results, or undefined when it is over.
function ZipStep(state) {
  const iters = state.iters;
  const nexts = state.nexts;
  const open = state.open;
  const count = state.count;
  const mode = state.mode;
  const keys = state.keys;
  if (count === 0) return undefined;
  const results = keys === undefined ? [] : { __proto__: null };
  for (let k = 0; k < count; k++) {
    let value;
    if (!open[k]) {
      value = state.padding[k];
    } else {
      let done;
      try {
        const step = $Call(nexts[k], iters[k]);
        if (!$IsObject(step)) StepNotObject(step);
        done = step.done;
        if (!done) value = step.value;
      } catch (error) {
        open[k] = false;
        CloseOpenSilently(iters, open, count);
        throw error;
      }
      if (done) {
        open[k] = false;
        if (mode === "shortest") {
          CloseOpen(iters, open, count);
          return undefined;
        }
        if (mode === "strict") {
          if (k !== 0) ZipUneven(iters, open, count);
          for (let j = 1; j < count; j++) {
            let over;
            try {
              const step = $Call(nexts[j], iters[j]);
              if (!$IsObject(step)) StepNotObject(step);
              over = step.done;
            } catch (error) {
              open[j] = false;
              CloseOpenSilently(iters, open, count);
              throw error;
            }
            if (!over) ZipUneven(iters, open, count);
            open[j] = false;
          }
          return undefined;
        }
        let left = false;
        for (let j = 0; j < count; j++) if (open[j]) left = true;
        if (!left) return undefined;
        value = state.padding[k];
      }
    }
    $CreateDataPropertyOrThrow(results, keys === undefined ? k : keys[k], value);
  }
  return results;
}

function ZipUneven(iters, open, count) {
  CloseOpenSilently(iters, open, count);
  $ThrowTypeError("Iterator.zip in strict mode: the iterators do not have the same length");
}
