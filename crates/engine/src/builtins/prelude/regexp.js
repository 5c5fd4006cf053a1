// RegExp.prototype [ @@replace ] ( string, replaceValue ) (§22.2.6.11)
function RegExp_prototype_replace(string, replaceValue) {
  if (typeof replaceValue !== "function") {
    return $RegExpReplace(this, string, replaceValue);
  }
  const state = $RegExpReplaceStart(this, string);
  while ($RegExpReplaceNext(state)) {
    $RegExpReplaceAppend(state, $RegExpReplaceCall(state, replaceValue));
  }
  return $RegExpReplaceFinish(state);
}
