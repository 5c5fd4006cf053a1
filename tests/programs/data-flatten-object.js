// Flattening nested data to dotted paths and back.
const source = { a: 1, b: { c: [10, { d: "x" }], e: null, f: {} }, g: [[1, 2], []], "h.i": true };
const flatten = (value, path = "", out = {}) => {
  if (value && typeof value === "object" && Object.keys(value).length) {
    for (const [key, inner] of Object.entries(value)) flatten(inner, path ? `${path}/${key}` : key, out);
  } else out[path] = value;
  return out;
};
const unflatten = (flat) => {
  const root = {};
  for (const [path, value] of Object.entries(flat)) {
    const keys = path.split("/");
    let at = root;
    keys.forEach((key, i) => {
      if (i === keys.length - 1) at[key] = value;
      else at = at[key] ??= /^\d+$/.test(keys[i + 1]) ? [] : {};
    });
  }
  return root;
};
const flat = flatten(source);
return { flat, back: unflatten(flat), same: JSON.stringify(unflatten(flat)) === JSON.stringify(source) };
