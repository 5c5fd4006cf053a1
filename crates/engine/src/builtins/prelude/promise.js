function Promise_prototype_finally(onFinally) {
  if (!$IsObject(this)) {
    $ThrowTypeError("Promise.prototype.finally was called on " + $Describe(this) + ", which is not an object");
  }
  const constructor = $PromiseSpecies(this);
  if (!$IsCallable(onFinally)) return this.then(onFinally, onFinally);
  return this.then(
    (value) => {
      const result = onFinally();
      return $PromiseResolve(constructor, result).then(() => value);
    },
    (reason) => {
      const result = onFinally();
      return $PromiseResolve(constructor, result).then(() => {
        throw reason;
      });
    },
  );
}
