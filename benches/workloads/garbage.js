function main() {
  let kept = 0;
  for (let i = 0; i < 2000000; i++) {
    const item = { id: i, tags: [i, i + 1], name: 'item' + (i % 100) };
    kept += item.tags.length + item.name.length;
  }
  return kept;
}
