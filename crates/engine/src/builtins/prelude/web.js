// URLSearchParams and Headers: methods that call program code for every pair. The lists are live.

function EachPair(list, callback, thisArg) {
  for (let k = 0; ; k++) {
    const name = $PairName(list, k);
    if (name === undefined) return;
    $Call(callback, thisArg, $PairValue(list, k), name, list);
  }
}

function URLSearchParams_prototype_forEach(callback, thisArg) {
  $ParamsCheck(this);
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  EachPair(this, callback, thisArg);
}

function Headers_prototype_forEach(callback, thisArg) {
  $HeadersCheck(this);
  if (!$IsCallable(callback)) $ThrowNotCallable(callback);
  EachPair(this, callback, thisArg);
}
