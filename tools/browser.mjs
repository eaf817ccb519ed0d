import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run, reportDuration } from "../runtime/process/run-step.mjs";

/** The headless shell first, which Playwright also ships: tests take a tenth less time. */
const EXECUTABLES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** An installed Chromium, or undefined. CHROMIUM_PATH names another. */
export function installedBrowser() {
  const configured = process.env.CHROMIUM_PATH;
  return [configured, ...EXECUTABLES].find((path) => path && existsSync(path));
}

/** The launch options of that browser, or Playwright's own without one; root has no sandbox. */
export function browserOptions(...args) {
  const executablePath = installedBrowser();
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return { ...(executablePath ? { executablePath } : {}), args: [...args, ...sandbox] };
}

async function tried(what, command, args, options) {
  const startedMs = Date.now();
  const { code, output } = await run(command, args, options);
  if (code === 0) reportDuration(what, startedMs);
  else console.error(`${what} failed:\n${output.split("\n").slice(-15).join("\n")}`);
  return code === 0;
}

const isDebianRoot = () =>
  process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;

async function fromDebian() {
  if (!isDebianRoot()) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const script =
    "apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell";
  await tried("Chromium from Debian", "sh", ["-c", script], { env });
  return installedBrowser();
}

async function fromPlaywright(root) {
  const cli = join(root, "node_modules", "@playwright", "test", "cli.js");
  const args = [cli, "install", ...(isDebianRoot() ? ["--with-deps"] : []), "chromium"];
  return tried("Chromium from Playwright", process.execPath, args, { cwd: root });
}

/**
 * Finds a browser for the tests, or installs one.
 * @returns {Promise<{ path?: string } | undefined>} without a path it is Playwright's own;
 *   undefined when there is none and none could be installed
 */
export async function ensureBrowser(root) {
  const path = installedBrowser() ?? (await fromDebian());
  if (path) return { path };
  return (await fromPlaywright(root)) ? {} : undefined;
}
