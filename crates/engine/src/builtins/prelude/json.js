// JSON.parse ( text [ , reviver ] ) (§25.5.1)
function JSON_parse(text, reviver) {
  if (typeof reviver !== "function") {
    return $JsonParse(text);
  }
  const records = $JsonParseRecords(text);
  return JSON_internalize({ "": $JsonRoot(records) }, "", reviver, records, -2);
}

// InternalizeJSONProperty (§25.5.1.1) with the record of the value, if there is one (else -1).
function JSON_internalize(holder, name, reviver, records, record) {
  const value = holder[name];
  const node = record === -1 ? -1 : $JsonMatches(records, record, value);
  if ((typeof value !== "object" || value === null) && typeof value !== "function") {
    const context = node === -1 ? {} : { source: $JsonSource(records, node) };
    return $Call(reviver, holder, name, value, context);
  }
  if ($IsArray(value)) {
    const length = $LengthOfArrayLike(value);
    for (let index = 0; index < length; index++) {
      JSON_internalize_element(value, `${index}`, reviver, records, node);
    }
  } else {
    const keys = $EnumerableOwnKeys(value);
    const length = keys.length;
    for (let index = 0; index < length; index++) {
      JSON_internalize_element(value, keys[index], reviver, records, node);
    }
  }
  return $Call(reviver, holder, name, value, {});
}

function JSON_internalize_element(object, key, reviver, records, node) {
  const child = node === -1 ? -1 : $JsonChild(records, node, key);
  const element = JSON_internalize(object, key, reviver, records, child);
  if (element === undefined) {
    $DeleteProperty(object, key);
  } else {
    $CreateDataProperty(object, key, element);
  }
}

// JSON.stringify ( value [ , replacer [ , space ] ] ) (§25.5.2). The serializer stops wherever a function of the
// program has to be called, and goes on with the result.
function JSON_stringify(value, replacer, space) {
  let state = $JsonStringify(value, replacer, space);
  while (typeof state === "object") {
    const method = $JsonPending(state, 0);
    const receiver = $JsonPending(state, 1);
    const key = $JsonPending(state, 2);
    if ($JsonPending(state, 4)) {
      state = $JsonContinue(state, $Call(method, receiver, key, $JsonPending(state, 3)));
    } else {
      state = $JsonContinue(state, $Call(method, receiver, key));
    }
  }
  return state;
}
