// The client that the conformance suite drives: codemode with one configured server, whose address is the last argument.
// The program that is run depends on the scenario; auth scenarios log in first, with fetch as the browser.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, start } from "./harness.mjs";

const codemode = process.env.CODEMODE;
const url = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const folder = mkdtempSync(join(tmpdir(), "codemode-conformance-"));
const config = join(folder, "codemode.json");
const env = { ...process.env, XDG_CONFIG_HOME: folder };

const oauth = {};
if (context.client_id) {
  oauth.clientId = context.client_id;
  if (context.client_secret) oauth.clientSecret = context.client_secret;
}
writeFileSync(config, JSON.stringify({ mcpServers: { server: { url, oauth } } }));

const programs = {
  initialize: "return 1",
  tools_call: "return await tools.server.add_numbers({ a: 5, b: 3 })",
  "sse-retry": "return await tools.server.test_reconnection({})",
};
const program = programs[scenario] ?? "const name = Object.keys(tools.server)[0]; return await tools.server[name]({})";

/** Logs in, with fetch as the browser. The login ends by itself once the browser has come back. */
async function logIn(...flags) {
  const args = ["login", "server", "--no-browser", "--config", config, ...flags];
  const login = await start(codemode, args, /https?:\/\/\S+/, { env });
  await fetch(login.match[0]);
  await login.ended(5000);
}

try {
  const isAuth = scenario.startsWith("auth/");
  if (isAuth) await logIn();
  const execute = () => run(codemode, ["run", "--config", config, "-e", program], { env });
  let result = await execute();
  // A person would do what the message says, and give up at some time.
  for (let round = 0; isAuth && round < 2; round++) {
    const wanted = result.stderr.match(/`codemode login server((?: --scope \S+?)+)`/);
    if (!wanted) break;
    await logIn(...wanted[1].trim().split(" "));
    result = await execute();
  }
  process.stderr.write(result.stderr);
  process.exitCode = result.code;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
