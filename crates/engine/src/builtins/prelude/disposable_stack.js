function DisposableStack_dispose() {
  if (!$DisposalStart(this, false)) return;
  let failed = false;
  let error;
  for (;;) {
    const disposal = $DisposalTake(this);
    if (disposal < 0) break;
    const method = $DisposalMethod(this);
    const value = $DisposalValue(this);
    try {
      if (disposal === 0) $Call(method, value);
      else if (disposal === 1) method(value);
      else method();
    } catch (thrown) {
      error = failed ? $NewSuppressedError(thrown, error) : thrown;
      failed = true;
    }
  }
  if (failed) throw error;
}

async function AsyncDisposableStack_disposeAsync() {
  if (!$DisposalStart(this, true)) return;
  let failed = false;
  let error;
  let needsAwait = false;
  let hasAwaited = false;
  for (;;) {
    const disposal = $DisposalTake(this);
    if (disposal < 0) break;
    const method = $DisposalMethod(this);
    const value = $DisposalValue(this);
    try {
      if (disposal === 4) {
        needsAwait = true;
      } else if (disposal === 3) {
        // The failure of a sync method is seen after the await, as if it were a rejection.
        let syncFailed = false;
        let syncError;
        try {
          $Call(method, value);
        } catch (thrown) {
          syncFailed = true;
          syncError = thrown;
        }
        hasAwaited = true;
        await undefined;
        if (syncFailed) throw syncError;
      } else {
        let result;
        if (disposal === 0) result = $Call(method, value);
        else if (disposal === 1) result = method(value);
        else result = method();
        hasAwaited = true;
        await result;
      }
    } catch (thrown) {
      error = failed ? $NewSuppressedError(thrown, error) : thrown;
      failed = true;
    }
  }
  if (needsAwait && !hasAwaited) await undefined;
  if (failed) throw error;
}
