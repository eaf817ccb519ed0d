import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Optional packages of libraries that the bridge does not need. */
const EXTERNAL = ["bufferutil", "utf-8-validate"];
const BANNER = [
  "#!/usr/bin/env node",
  'import { createRequire as createRequireOfBundle } from "node:module";',
  "const require = createRequireOfBundle(import.meta.url);",
].join("\n");

/** Builds the bridge as one file that runs with Node alone. */
export async function buildBridge(outfile = join(root, "curtail-bridge.mjs")) {
  const { build, stop } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: ["bridge/main.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: EXTERNAL,
    banner: { js: BANNER },
    logLevel: "error",
  }).finally(stop);
  return outfile;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outfile = await buildBridge(process.argv[2]);
  console.log(`${outfile}, ${Math.round(statSync(outfile).size / 1024)} kB`);
}
