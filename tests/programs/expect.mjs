// Writes what Node returns and logs for each program, as NAME.expected.json beside it:
//
//     node tests/programs/expect.mjs [NAME…]
//
// Needs Node 24 or newer with full ICU. Programs run as the body of an async function, types stripped. They may log
// only primitives, since consoles differ in how they print objects.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.env.TZ = "UTC";
const folder = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const prefixes = { log: "", info: "", debug: "[debug] ", warn: "[warn] ", error: "[error] " };

async function run(source, isTyped) {
  const logs = [];
  const console = Object.fromEntries(
    Object.entries(prefixes).map(([name, prefix]) => [
      name,
      (...values) => {
        if (values.some((value) => Object(value) === value)) throw new Error("a program logs an object");
        logs.push(prefix + values.map((value) => (Object.is(value, -0) ? "0" : String(value))).join(" "));
      },
    ]),
  );
  let text = `async function program(console, process, require, setTimeout) { "use strict";\n${source}\n}`;
  if (isTyped) text = stripTypeScriptTypes(text, { mode: "transform" });
  const program = new Function(`${text}\nreturn program;`)();
  const value = await program(console);
  return { value: JSON.parse(JSON.stringify(value) ?? "null"), logs };
}

for (const name of readdirSync(folder).sort()) {
  const match = /^(.*)\.(js|ts)$/.exec(name);
  if (!match || (wanted.length > 0 && !wanted.includes(match[1]))) continue;
  try {
    const result = await run(readFileSync(join(folder, name), "utf8"), match[2] === "ts");
    writeFileSync(join(folder, `${match[1]}.expected.json`), `${JSON.stringify(result, null, 1)}\n`);
  } catch (error) {
    process.stderr.write(`${name}: ${error.stack}\n`);
    process.exitCode = 1;
  }
}
