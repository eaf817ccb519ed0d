import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { step } from "../process/run-step.mjs";

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
export function isBuilt(root, hash = sourcesHash(root)) {
  const file = markerFile(root);
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

/** Builds the portal unless its build is current. */
export async function ensureBuilt(root) {
  const hash = sourcesHash(root);
  if (isBuilt(root, hash)) return;
  rmSync(markerFile(root), { force: true });
  const next = join("node_modules", "next", "dist", "bin", "next");
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  await step("Portal built", process.execPath, [next, "build"], { cwd: root, env });
  hintScripts(root);
  writeFileSync(markerFile(root), hash);
}
