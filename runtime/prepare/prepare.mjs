import { join } from "node:path";
import { unwritable } from "./data-dir.mjs";
import { waitForLock } from "../process/lock.mjs";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { reportDuration, step } from "../process/run-step.mjs";
import { BUILT, bundlePrograms } from "./bundle.mjs";
import { createHash } from "node:crypto";
import { pathToFileURL } from "node:url";

const PROGRAM_SOURCES = ["lib", "runtime", "service", "tools"];
const BUILD_LOADER = join("runtime", "prepare", "drop-time-scale.cjs");
const SOURCES = ["app", "components", "lib", "public", "messages", BUILD_LOADER];
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

function hashFiles(root, names) {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0]);
  for (const name of names)
    for (const file of filesUnder(join(root, name)))
      hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** A fingerprint of all sources of the portal. */
export function sourcesHash(root) {
  const single = readdirSync(root).filter((name) => FILES.test(name));
  const sources = hashFiles(root, [...SOURCES, ...single.sort()]);
  return `${sources} ${HINTED_BYTES}${COMPILE_HINT.trim()}`;
}

/** A fingerprint of all sources of the built programs. */
const programsHash = (root) => hashFiles(root, [...PROGRAM_SOURCES, "package-lock.json"]);

const markerFile = (root) => join(root, ".next", "built-from");
const programsMarker = (root) => join(root, BUILT, "built-from");

const isMadeFrom = (file, hash) => existsSync(file) && readFileSync(file, "utf8") === hash;

/** Bundles the service and the other programs unless their bundle is current. */
async function ensureBundled(root) {
  const hash = programsHash(root);
  if (isMadeFrom(programsMarker(root), hash)) return;
  const startedMs = Date.now();
  // Beside the present bundle, which programs may be reading.
  const draft = join(root, ".data", `built-${process.pid}`);
  await bundlePrograms(root, draft);
  writeFileSync(join(draft, "built-from"), hash);
  rmSync(join(root, BUILT), { recursive: true, force: true });
  renameSync(draft, join(root, BUILT));
  reportDuration("Service built", startedMs);
}

/** What `next build` leaves out of its standalone output. */
function completeStandalone(root) {
  const to = join(root, ".next", "standalone");
  for (const [from, name] of [
    [join(root, ".next", "static"), join(".next", "static")],
    [join(root, "public"), "public"],
  ])
    cpSync(from, join(to, name), { recursive: true });
}

/** Builds the portal unless its build is current. */
async function ensureBuilt(root) {
  const hash = sourcesHash(root);
  if (isMadeFrom(markerFile(root), hash)) return;
  rmSync(markerFile(root), { force: true });
  const next = join("node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await step("Portal built", process.execPath, [next, "build"], { cwd: root, env });
  hintScripts(root);
  completeStandalone(root);
  writeFileSync(markerFile(root), hash);
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

let libc;
/** The C library of this machine; a report takes milliseconds. */
const getLibc = () =>
  (libc ??= process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl");

function forThisMachine(entry) {
  if (!entry.optional) return true;
  if (!entry.os || !entry.cpu) return false;
  if (!entry.os.includes(process.platform) || !entry.cpu.includes(process.arch)) return false;
  return !entry.libc || entry.libc.includes(getLibc());
}

/**
 * Whether node_modules matches the lock file for this machine, with or without what only developers
 * need: npm writes the installed packages to node_modules/.package-lock.json last.
 */
export function isInstalled(root, forDevelopers = true) {
  const wanted = packages(join(root, "package-lock.json"));
  const present = packages(join(root, "node_modules", ".package-lock.json"));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.dev && !forDevelopers)) return true;
    if (!present[path]) return !forThisMachine(entry);
    return present[path].version === entry.version && present[path].integrity === entry.integrity;
  });
}

async function ensureInstalled(root, print, forDevelopers) {
  if (isInstalled(root, forDevelopers)) return;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  const args = ["ci", forDevelopers ? "--include=dev" : "--omit=dev", ...quiet];
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
 * Installs the dependencies of the lock file if needed, with those for checks and tests unless
 * `forDevelopers` is false; one process at a time in this folder. `print` gets the lines for the
 * user, if any: a program whose result goes to standard output passes `console.error`.
 */
export async function prepareDependencies(root, print = console.log, forDevelopers = true) {
  if (isInstalled(root, forDevelopers)) return;
  await alone(root, () => ensureInstalled(root, print, forDevelopers), print);
}

/** Builds the portal unless its build is current; one process at a time in this folder. */
export const preparePortal = (root) => alone(root, () => ensureBuilt(root));

/**
 * Installs what programs need to be built and bundles the service and the others, each if needed.
 * @returns the address of a built program
 */
export async function preparePrograms(root, program, print = console.log) {
  await prepareDependencies(root, print, false);
  const isCurrent = isMadeFrom(programsMarker(root), programsHash(root));
  if (!isCurrent) await alone(root, () => ensureBundled(root), print);
  return pathToFileURL(join(root, BUILT, program)).href;
}
