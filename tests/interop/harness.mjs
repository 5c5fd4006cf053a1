// What the interoperability tests share: where things are, starting programs, counting results.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "..", "..");

/** Runs a program to its end. Never throws for an exit code. */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"], ...options });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => (stdout += data));
  child.stderr.on("data", (data) => (stderr += data));
  child.stdin.end(options.input ?? "");
  const timer = setTimeout(() => child.kill("SIGKILL"), options.timeout ?? 120_000);
  const [code] = await once(child, "close");
  clearTimeout(timer);
  return { code, stdout, stderr };
}

/** Starts a program that keeps running; resolves when a line of its standard error matches. */
export async function start(command, args, pattern, options = {}) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let said = "";
  const match = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no line like ${pattern} in:\n${said}`)), 60_000);
    const hear = (data) => {
      said += data;
      const found = said.match(pattern);
      if (found) {
        clearTimeout(timer);
        resolve(found);
      }
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("close", (code) => reject(new Error(`${command} ended with ${code}:\n${said}`)));
  });
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      await once(child, "close");
    }
    return child.exitCode;
  };
  /** Waits for the end, but not forever. */
  const ended = async (patience) => {
    const timer = setTimeout(() => child.kill("SIGTERM"), patience);
    if (child.exitCode === null) await once(child, "close");
    clearTimeout(timer);
  };
  return { match, stop, ended };
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

const results = [];

/** Runs one test and reports it. */
export async function test(name, work) {
  const begun = Date.now();
  try {
    const detail = await work();
    results.push(true);
    console.log(`ok      ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)${detail ? ` — ${detail}` : ""}`);
  } catch (error) {
    results.push(false);
    console.log(`FAILED  ${name}\n${String(error.stack ?? error).replace(/^/gm, "        ")}`);
  }
}

export function summary() {
  const failed = results.filter((ok) => !ok).length;
  console.log(`\n${results.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
