// Math.sumPrecise ( items ) (ECMA-262 §21.3.2.29)
function Math_sumPrecise(items) {
  const sum = $SumStart();
  for (const item of items) $SumAdd(sum, item);
  return $SumFinish(sum);
}
