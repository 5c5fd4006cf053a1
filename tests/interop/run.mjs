#!/usr/bin/env node
// Interoperability with others' software. Installs what it needs below target/interop and runs everything:
//
//   CODEMODE=target/release/codemode node tests/interop/run.mjs [FILTER]
//
// Upstream: MCP servers of others behind `codemode run`. Downstream: MCP clients of others before `codemode serve`.

import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort, here, root, run, start, summary, test } from "./harness.mjs";
import { CLIENT, SERVER } from "./scenarios.mjs";

const codemode = resolve(process.env.CODEMODE ?? join(root, "target/release/codemode"));
const target = resolve(process.env.INTEROP_TARGET ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "interop"));
const filter = process.argv[2] ?? "";
const node = join(target, "node_modules/node/bin/node");
const python = join(target, "venv/bin/python");
const packages = join(target, "node_modules/@modelcontextprotocol");

if (!existsSync(codemode)) {
  console.error(`there is no ${codemode}; build it, or name it in CODEMODE`);
  process.exit(2);
}
try {
  await install();
} catch (error) {
  // Without a registry there is nothing to test with. INTEROP_REQUIRED makes that a failure.
  console.log(`SKIPPED: interoperability: ${error.message}`);
  process.exit(process.env.INTEROP_REQUIRED ? 1 : 0);
}
const work = join(target, "work");
rmSync(work, { recursive: true, force: true });
mkdirSync(join(work, "files"), { recursive: true });

/** Installs the pinned packages unless they are there. */
async function install() {
  mkdirSync(target, { recursive: true });
  const wanted = readFileSync(join(here, "package.json"), "utf8") + readFileSync(join(here, "requirements.txt"), "utf8");
  const stamp = join(target, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  for (const file of ["package.json", "requirements.txt"]) copyFileSync(join(here, file), join(target, file));
  const steps = [
    ["npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"]],
    ["python3", ["-m", "venv", "venv"]],
    [python, ["-m", "pip", "install", "--quiet", "-r", "requirements.txt"]],
  ];
  for (const [command, args] of steps) {
    const done = await run(command, args, { cwd: target, timeout: 600_000 });
    if (done.code !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${done.stdout}${done.stderr}`);
  }
  writeFileSync(stamp, wanted);
}

const it = async (name, body) => (name.includes(filter) ? test(name, body) : undefined);
const server = (name, ...args) => ({ command: node, args: [join(packages, `server-${name}/dist/index.js`), ...args] });

/** Writes a configuration with these servers and gives its path. */
function config(name, servers, more = {}) {
  const path = join(work, `${name}.json`);
  writeFileSync(path, JSON.stringify({ mcpServers: servers, ...more }, null, 2));
  return path;
}

/** The result of a program over these servers. */
async function execute(name, servers, code, ...flags) {
  const done = await run(codemode, ["run", "--json", "--config", config(name, servers), ...flags, "-e", code]);
  assert.notEqual(done.code, 2, done.stderr);
  return { ...JSON.parse(done.stdout), stderr: done.stderr };
}

/** The value of a program that must succeed. */
async function value(name, servers, code) {
  const result = await execute(name, servers, code);
  assert.ok(result.ok, JSON.stringify(result.error) + result.stderr);
  return result.value;
}

// --- upstream -------------------------------------------------------------------------------------------------------

const EVERYTHING = `
  const all = tools.everything;
  const [sum, weather, image, links, resource, annotated] = await Promise.all([
    all["get-sum"]({ a: 2, b: 40 }),
    all["get-structured-content"]({ location: "Chicago" }),
    all["get-tiny-image"]({}),
    all["get-resource-links"]({ count: 2 }),
    all["get-resource-reference"]({ resourceType: "Blob", resourceId: 1 }),
    all["get-annotated-message"]({ messageType: "error", includeImage: false }),
  ]);
  const refused = await all["get-sum"]({ a: "x" }).catch((error) => error.message);
  return { sum, weather, image, links, resource, annotated, refused };`;

function checkEverything(found) {
  assert.equal(found.sum, "The sum of 2 and 40 is 42.");
  assert.equal(typeof found.weather.temperature, "number");
  assert.equal(found.image.find((block) => block.type === "image").mimeType, "image/png");
  assert.ok(found.image.some((block) => block.attachment > 0 && block.bytes > 100 && !("data" in block)));
  assert.deepEqual(found.links.slice(1).map((block) => block.type), ["resource_link", "resource_link"]);
  const blob = found.resource.find((block) => block.type === "resource");
  assert.ok(blob.bytes > 0 && blob.attachment > 0 && !("blob" in blob), JSON.stringify(blob));
  assert.equal(typeof found.annotated, "string");
  assert.match(found.refused, /[Ii]nvalid/);
}

await it("server-everything over stdio", async () => {
  checkEverything(await value("everything", { everything: server("everything", "stdio") }, EVERYTHING));
});

await it("server-everything over streamable HTTP", async () => {
  const port = await freePort();
  const remote = await start(node, [join(packages, "server-everything/dist/index.js"), "streamableHttp"], /listening on port/i, {
    env: { ...process.env, PORT: String(port) },
  });
  try {
    checkEverything(await value("everything-http", { everything: { url: `http://127.0.0.1:${port}/mcp` } }, EVERYTHING));
  } finally {
    await remote.stop();
  }
});

await it("server-everything over the SSE transport of 2024, found out and named", async () => {
  const port = await freePort();
  const remote = await start(node, [join(packages, "server-everything/dist/index.js"), "sse"], /running on port/i, {
    env: { ...process.env, PORT: String(port) },
  });
  try {
    const url = `http://127.0.0.1:${port}/sse`;
    checkEverything(await value("everything-sse", { everything: { url } }, EVERYTHING));
    checkEverything(await value("everything-sse", { everything: { url, type: "sse" } }, EVERYTHING));
  } finally {
    await remote.stop();
  }
});

await it("server-everything: resources and prompts", async () => {
  const everything = { ...server("everything", "stdio"), resources: true, prompts: true };
  const found = await value("resources", { everything }, `
    const all = tools.everything;
    const { resources, templates } = await all.listResources();
    const first = await all.readResource({ uri: resources[0].uri });
    const blob = await all.readResource({ uri: templates.find((one) => /blob/i.test(one.uriTemplate)).uriTemplate.replace(/\\{.*\\}/, "1") });
    const prompts = await all.listPrompts();
    const plain = prompts.find((prompt) => !prompt.arguments?.length);
    const { messages } = await all.getPrompt({ name: plain.name });
    return { resources: resources.length, first: typeof first, blob, messages }`);
  assert.ok(found.resources > 0 && found.first === "string", JSON.stringify(found));
  assert.ok(found.blob.bytes > 0 && found.blob.attachment === 1, JSON.stringify(found.blob));
  assert.ok(found.messages.length > 0 && typeof found.messages[0].content === "string", JSON.stringify(found.messages));
});

await it("server-everything: a long call is interrupted and the server lives on", async () => {
  const code = `
    const slow = tools.everything["trigger-long-running-operation"]({ duration: 30, steps: 30 });
    slow.catch(() => {});
    await tools.everything.echo({ message: "quick" });
    return "done"`;
  const begun = Date.now();
  assert.equal(await value("interrupt", { everything: server("everything", "stdio") }, code), "done");
  assert.ok(Date.now() - begun < 15_000, "the program waited for the long call");
});

await it("server-filesystem", async () => {
  const files = join(work, "files");
  const found = await value("filesystem", { fs: server("filesystem", files) }, `
    const folder = ${JSON.stringify(files)};
    await tools.fs.write_file({ path: folder + "/a.txt", content: "one\\ntwo\\n" });
    const read = await tools.fs.read_text_file({ path: folder + "/a.txt", head: 1 });
    const denied = await tools.fs.read_text_file({ path: "/etc/passwd" }).catch((error) => error.message);
    return { read, denied }`);
  assert.equal(readFileSync(join(files, "a.txt"), "utf8"), "one\ntwo\n");
  assert.equal(found.read.content, "one");
  assert.match(found.denied, /Access denied/);
});

await it("a policy hides what writes", async () => {
  const guarded = { ...server("filesystem", join(work, "files")), policy: { deny: ["@destructive", "create_*"] } };
  const names = await value("policy", { fs: guarded }, "return Object.keys(tools.fs)");
  assert.ok(names.includes("read_text_file") && names.includes("list_directory"));
  assert.ok(!names.some((name) => /write|edit|move|create/.test(name)), names.join());
});

await it("server-memory", async () => {
  const memory = { ...server("memory"), env: { MEMORY_FILE_PATH: join(work, "graph.jsonl") } };
  const graph = await value("memory", { memory }, `
    await tools.memory.create_entities({ entities: [
      { name: "Ada", entityType: "person", observations: ["writes programs"] },
      { name: "Engine", entityType: "machine", observations: [] } ] });
    await tools.memory.create_relations({ relations: [{ from: "Ada", to: "Engine", relationType: "programs" }] });
    return await tools.memory.search_nodes({ query: "programs" })`);
  assert.deepEqual(graph.entities.map((entity) => entity.name), ["Ada"]);
});

await it("a Python server on mcp", async () => {
  const weather = { command: python, args: [join(here, "server.py")] };
  const found = await value("python", { weather }, `
    const cities = await tools.weather.cities({});
    const forecasts = await Promise.all(cities.result.map((city) => tools.weather.forecast({ city, days: 2 })));
    const sky = await tools.weather.observe({ seconds: 0.4 });
    const sunk = await tools.weather.forecast({ city: "Atlantis" }).catch((error) => error.message);
    return { forecasts, sky, sunk }`);
  assert.deepEqual(found.forecasts.map((one) => one.city), ["Avalon", "Ys"]);
  assert.deepEqual(found.forecasts[0].temperatures, [20.5, 21.5]);
  assert.match(JSON.stringify(found.sky), /clear/);
  assert.match(found.sunk, /Atlantis has sunk/);
});

await it("all servers at once, one broken", async () => {
  const servers = {
    everything: server("everything", "stdio"),
    fs: server("filesystem", join(work, "files")),
    memory: { ...server("memory"), env: { MEMORY_FILE_PATH: join(work, "graph.jsonl") } },
    weather: { command: python, args: [join(here, "server.py")] },
    broken: { command: node, args: ["-e", "console.error('out of order'); process.exit(1)"] },
  };
  const result = await execute("all", servers, `
    const broken = await tools.broken.anything({}).catch((error) => error.message);
    return { names: Object.keys(tools).sort(), broken }`);
  assert.ok(result.ok, JSON.stringify(result));
  assert.deepEqual(result.value.names, ["broken", "everything", "fs", "memory", "weather"]);
  assert.match(result.value.broken, /unavailable: .*ended before it answered/);
  assert.match(result.stderr, /broken: .*it wrote: out of order/);
});

// --- downstream -----------------------------------------------------------------------------------------------------

const DEMO = ["serve", "--no-config", "--demo"];
const listening = /at (http:\S+\/mcp),/;

async function withHttp(flags, body, env = {}) {
  const serving = await start(codemode, [...DEMO, "--http", "127.0.0.1:0", ...flags], listening, {
    env: { ...process.env, ...env },
  });
  try {
    return await body(serving.match[1]);
  } finally {
    assert.equal(await serving.stop(), 0, "the server ends in good order");
  }
}

const SHOP = `const open = await tools.tickets.list({ status: "open" }); console.log("seen"); return open.items.length`;

async function useOldSdk(transport) {
  const { Client } = await import(join(packages, "sdk/dist/esm/client/index.js"));
  const client = new Client({ name: "interop", version: "1" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["execute", "search"]);
  const notes = [];
  // The SDK checks the structured content against the output schema that listTools brought.
  const result = await client.callTool({ name: "execute", arguments: { code: SHOP } }, undefined, {
    onprogress: (note) => notes.push(note.progress),
  });
  assert.ok(result.structuredContent.ok && result.structuredContent.value > 0, JSON.stringify(result));
  assert.match(result.content[0].text, /^\d+\n\nLogs:\nseen$/);
  assert.ok(notes.length > 0, "no progress");
  const abort = new AbortController();
  const slow = client.callTool({ name: "execute", arguments: { code: "for (;;) await tools.orders.list({})" } }, undefined, {
    signal: abort.signal,
  });
  setTimeout(() => abort.abort("enough"), 300);
  await assert.rejects(slow);
  const after = await client.callTool({ name: "execute", arguments: { code: "return 'alive'" } });
  assert.equal(after.content[0].text, "alive");
  await client.close();
}

await it("TypeScript SDK 1 over stdio", async () => {
  const { StdioClientTransport } = await import(join(packages, "sdk/dist/esm/client/stdio.js"));
  await useOldSdk(new StdioClientTransport({ command: codemode, args: DEMO, stderr: "ignore" }));
});

for (const [mode, flags] of [["sessions", []], ["stateless", ["--stateless"]]]) {
  await it(`TypeScript SDK 1 over HTTP, ${mode}`, async () => {
    const { StreamableHTTPClientTransport } = await import(join(packages, "sdk/dist/esm/client/streamableHttp.js"));
    await withHttp(flags, (url) => useOldSdk(new StreamableHTTPClientTransport(new URL(url))));
  });
}

await it("TypeScript SDK 2 over HTTP", async () => {
  const { Client, StreamableHTTPClientTransport } = await import(join(packages, "client/dist/index.mjs"));
  await withHttp([], async (url) => {
    const client = new Client({ name: "interop", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name), ["execute", "search"]);
    const result = await client.callTool({ name: "execute", arguments: { code: SHOP } });
    assert.ok(result.structuredContent.value > 0, JSON.stringify(result));
    await client.close();
  });
});

await it("Python SDK over stdio", async () => {
  const done = await run(python, [join(here, "client.py"), codemode, ...DEMO]);
  assert.equal(done.code, 0, done.stdout + done.stderr);
  return done.stdout.trim().replaceAll("\n", ", ");
});

for (const [mode, flags] of [["sessions", []], ["stateless", ["--stateless"]]]) {
  await it(`Python SDK over HTTP, ${mode}`, async () => {
    await withHttp(flags, async (url) => {
      const done = await run(python, [join(here, "client.py"), url]);
      assert.equal(done.code, 0, done.stdout + done.stderr);
    });
  });
}

const inspector = join(packages, "inspector/clients/launcher/build/index.js");
const inspect = async (args) => {
  const env = { ...process.env, MCP_CATALOG_PATH: join(work, "inspector.json") };
  const done = await run(node, [inspector, "--cli", ...args], { env });
  assert.equal(done.code, 0, done.stdout + done.stderr);
  return JSON.parse(done.stdout);
};

await it("inspector --cli over stdio", async () => {
  const listed = await inspect(["--method", "tools/list", "--", codemode, ...DEMO]);
  assert.deepEqual(listed.tools.map((tool) => tool.name), ["execute", "search"]);
});

await it("inspector --cli over HTTP with a token", async () => {
  const token = "interop-0123456789";
  await withHttp([], async (url) => {
    const target = ["--transport", "http", "--server-url", url, "--header", `Authorization: Bearer ${token}`];
    const call = ["--method", "tools/call", "--tool-name", "execute", "--tool-arg", "code=return 6 * 7"];
    const called = await inspect([...call, ...target]);
    assert.equal(called.content[0].text, "42");
  }, { CODEMODE_TOKEN: token });
});

// --- conformance ----------------------------------------------------------------------------------------------------

const conformance = join(packages, "conformance/dist/index.js");

await it("every scenario of the conformance suite is run or has a reason not to be", async () => {
  const { stdout } = await run(node, [conformance, "list"]);
  const [ofServers, ofClients] = stdout.split("Client scenarios");
  const names = (text) => [...text.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1]).sort();
  assert.deepEqual(names(ofServers), Object.keys(SERVER).sort());
  assert.deepEqual(names(ofClients), Object.keys(CLIENT).sort());
});

const applicable = (scenarios) => Object.keys(scenarios).filter((name) => scenarios[name] === true);

for (const scenario of applicable(SERVER)) {
  await it(`conformance of the server: ${scenario}`, async () => {
    await withHttp([], async (url) => {
      const args = [conformance, "server", "--url", url, "--scenario", scenario, "-o", join(work, "conformance")];
      const done = await run(node, args, { cwd: work });
      assert.equal(done.code, 0, done.stdout.slice(-3000) + done.stderr.slice(-1000));
    });
  });
}

for (const scenario of applicable(CLIENT)) {
  await it(`conformance of the client: ${scenario}`, async () => {
    const command = `${node} ${join(here, "conformance_client.mjs")}`;
    const args = [conformance, "client", "--command", command, "--scenario", scenario, "-o", join(work, "conformance")];
    const done = await run(node, args, { cwd: work, env: { ...process.env, CODEMODE: codemode } });
    assert.equal(done.code, 0, done.stdout.slice(-3000) + done.stderr.slice(-1500));
  });
}

process.exit(summary());
