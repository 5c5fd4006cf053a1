// String.prototype.replace ( searchValue, replaceValue ) (§22.1.3.19)
function String_prototype_replace(searchValue, replaceValue) {
  const method = $StringReplaceMethod(this, searchValue, false);
  if (method !== undefined) {
    return $Call(method, searchValue, this, replaceValue);
  }
  if (typeof replaceValue !== "function") {
    return $StringReplace(this, searchValue, replaceValue, false);
  }
  const string = $ToString(this);
  const search = $ToString(searchValue);
  const position = $StringIndexOf(string, search, 0);
  if (position < 0) {
    return string;
  }
  const replacement = replaceValue(search, position, string);
  return $StringSplice(string, position, position + search.length, replacement);
}

// String.prototype.replaceAll ( searchValue, replaceValue ) (§22.1.3.20)
function String_prototype_replaceAll(searchValue, replaceValue) {
  const method = $StringReplaceMethod(this, searchValue, true);
  if (method !== undefined) {
    return $Call(method, searchValue, this, replaceValue);
  }
  if (typeof replaceValue !== "function") {
    return $StringReplace(this, searchValue, replaceValue, true);
  }
  const string = $ToString(this);
  const search = $ToString(searchValue);
  const size = search.length;
  let position = $StringIndexOf(string, search, 0);
  let end = 0;
  let result = "";
  while (position >= 0) {
    const replacement = $ToString(replaceValue(search, position, string));
    result = result + $StringSlice(string, end, position) + replacement;
    end = position + size;
    position = $StringIndexOf(string, search, size > 1 ? end : position + 1);
  }
  return result + $StringSlice(string, end, string.length);
}
