// Runs programs for the differential tests: a line of JSON with sources in, a line with what each of them prints out.
import vm from 'node:vm';
import { createInterface } from 'node:readline';

process.on('unhandledRejection', () => {});

// What differs on purpose: errors in JSON, and V8's own properties.
const setup = `delete Error.stackTraceLimit;
  Object.defineProperty(Error.prototype, 'toJSON', { configurable: true, writable: true, value() {
    if (!Error.isError(this)) return this;
    return { name: this.name, message: this.message, ...this };
  } });`.replace(/\n */g, ' ');

async function run(source) {
  const lines = [];
  const context = vm.createContext({ print: (text) => { lines.push(String(text).toWellFormed()); }, URL, URLSearchParams, atob, btoa, structuredClone, DOMException, TextEncoder, TextDecoder });
  try {
    const done = vm.runInContext(`"use strict"; ${setup} globalThis.queueMicrotask = (f) => { Promise.resolve().then(f); }; (async function () {${source}\n}).call(undefined)`, context, { timeout: 10000 });
    let end = 'never ends';
    done.then(() => { end = ''; }, (error) => { end = `threw ${nameOf(error)}`; });
    await new Promise((resolve) => setImmediate(resolve));
    if (end) lines.push(end);
  } catch (error) {
    lines.push(error?.name === 'SyntaxError' ? `does not compile: ${error.message}` : `threw ${nameOf(error)}`);
  }
  return lines;
}

function nameOf(error) {
  try { return String(error.name); } catch { return 'something'; }
}

for await (const line of createInterface({ input: process.stdin })) {
  const results = [];
  for (const source of JSON.parse(line)) results.push(await run(source));
  process.stdout.write(JSON.stringify(results) + '\n');
}
