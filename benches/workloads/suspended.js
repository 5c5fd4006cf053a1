async function main() {
  const first = await host_wait();
  return first + 1;
}
