import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROGRAMS } from "../../runtime/prepare/bundle.mjs";
import { SERVICE_ALLOCATOR } from "../../runtime/config/service-options.ts";

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL("../../", import.meta.url));
/** A file of the repository. */
export const read = (file: string) => readFileSync(root + file, "utf8");

const documented = new Set(
  [...read("docs/reference/configuration.md").matchAll(/^\| `([A-Z][A-Z_]+)`/gm)].map(
    ([, name]) => name!,
  ),
);
/** Variables of Node and of glibc, which document them. */
const OF_OTHERS = ["NODE_ENV", ...Object.keys(SERVICE_ALLOCATOR)];

/** The names that the configuration page does not have. */
export const undocumented = (names: readonly string[]) =>
  names.filter((name) => !documented.has(name) && !OF_OTHERS.includes(name));

/** The paths of the built programs. */
export const built = new Set(PROGRAMS.map((file) => `dist/${file.replace(/\.ts$/, ".mjs")}`));

/** Whether a program that a check needs is missing; then this says so loudly. */
export function isMissing(program: string): boolean {
  if (spawnSync("which", [program]).status === 0) return false;
  console.warn(`\nLEFT OUT: a check of the deployment files; ${program} is not installed.\n`);
  return true;
}

/** Secrets as make-secrets.sh writes them, by the name of their file. */
export function makeSecrets(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "curtail-secrets-"));
  try {
    execFileSync("sh", [`${root}deploy/make-secrets.sh`, folder], { stdio: "ignore" });
    return Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8").trim()]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An environment in which variables that name files are replaced by the secrets in them. */
export const withSecrets = (
  environment: Record<string, string>,
  secret: (file: string) => string,
) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) =>
      name.endsWith("_FILE") ? [name.slice(0, -5), secret(value)] : [name, value],
    ),
  );

/** The program among the words of a command: the first one after Node's options. */
export const getProgram = (words: readonly string[]): string | undefined =>
  words.find((word) => !word.startsWith("--"));
