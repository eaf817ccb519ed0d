import { join } from "node:path";
import { unwritable } from "./data-dir.mjs";
import { waitForLock } from "../process/lock.mjs";
import { readFileSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { step } from "../process/run-step.mjs";
import { createHash } from "node:crypto";

const SOURCES = ["app", "components", "lib", "public", "messages"];
const FILES =
  /^(middleware|next\.config|postcss\.config|tsconfig|package-lock)\b.*\.(ts|mjs|js|json)$/;

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) return void (yield path);
  for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name));
}

/** A comment that asks V8 to compile the whole script while it loads, off the main thread. */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";
/** Below this size the hint costs more bytes than it saves. */
const HINTED_BYTES = 20_000;

/**
 * Adds the hint to every script above that size; see `docs/decisions/048-page-load-performance.md`.
 */
function hintScripts(root) {
  for (const file of filesUnder(join(root, ".next", "static", "chunks"))) {
    if (!file.endsWith(".js") || statSync(file).size <= HINTED_BYTES) continue;
    writeFileSync(file, COMPILE_HINT + readFileSync(file, "utf8"));
  }
}

/** A fingerprint of all sources of the portal. */
export function sourcesHash(root) {
  const hash = createHash("sha256")
    .update(process.versions.node.split(".")[0])
    .update(`${HINTED_BYTES}${COMPILE_HINT}`);
  const single = readdirSync(root).filter((name) => FILES.test(name));
  for (const top of [...SOURCES, ...single.sort()]) {
    for (const file of filesUnder(join(root, top))) {
      hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest("hex");
}

const markerFile = (root) => join(root, ".next", "built-from");

/** Whether the portal was built from the present sources. */
function isBuilt(root, hash = sourcesHash(root)) {
  const file = markerFile(root);
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

/** Builds the portal unless its build is current. */
async function ensureBuilt(root) {
  const hash = sourcesHash(root);
  if (isBuilt(root, hash)) return;
  rmSync(markerFile(root), { force: true });
  const next = join("node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await step("Portal built", process.execPath, [next, "build"], { cwd: root, env });
  hintScripts(root);
  writeFileSync(markerFile(root), hash);
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

const libc = () => (process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl");

function forThisMachine(entry) {
  if (!entry.optional) return true;
  if (!entry.os || !entry.cpu) return false;
  if (!entry.os.includes(process.platform) || !entry.cpu.includes(process.arch)) return false;
  return !entry.libc || entry.libc.includes(libc());
}

/**
 * Whether node_modules matches the lock file for this machine: npm writes the installed packages to
 * node_modules/.package-lock.json last.
 */
export function isInstalled(root) {
  const wanted = packages(join(root, "package-lock.json"));
  const present = packages(join(root, "node_modules", ".package-lock.json"));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    if (!present[path]) return !forThisMachine(entry);
    return present[path].version === entry.version && present[path].integrity === entry.integrity;
  });
}

/** Installs the locked dependencies, including those for building and testing. */
async function ensureInstalled(root, print) {
  if (isInstalled(root)) return;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const args = ["ci", "--include=dev", ...quiet];
  await step("Dependencies installed", npm, args, { cwd: root }, print);
}

async function alone(root, work, print = console.log) {
  const waiting = (pid) => print(`  Waiting for process ${pid}, which prepares this folder`);
  const lock = waitForLock(join(root, ".data", "prepare.lock"), waiting);
  const release = await lock.catch((error) => {
    // In a read-only folder nothing can be prepared: it is ready already, or the start fails.
    if (unwritable(error)) return () => undefined;
    throw error;
  });
  try {
    await work();
  } finally {
    release();
  }
}

/**
 * Installs the dependencies of the lock file if needed; one process at a time in this folder.
 * `print` gets the lines for the user, if any: a program whose result goes to standard output
 * passes `console.error`.
 */
export async function prepareDependencies(root, print = console.log) {
  if (!isInstalled(root)) await alone(root, () => ensureInstalled(root, print), print);
}

/** Builds the portal unless its build is current; one process at a time in this folder. */
export const preparePortal = (root) => alone(root, () => ensureBuilt(root));
