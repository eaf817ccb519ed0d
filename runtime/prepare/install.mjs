import { readFileSync } from "node:fs";
import { join } from "node:path";
import { step } from "../process/run-step.mjs";

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
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const quiet = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  await step("Dependencies installed", npm, ["ci", "--include=dev", ...quiet], { cwd: root });
}
