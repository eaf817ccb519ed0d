import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** The folder with the built programs, in the repository. */
export const BUILT = "dist";

/** The programs that run built: the launcher, the service, and what operators call. */
export const PROGRAMS = [
  "service/main.ts",
  "runtime/supervisor.ts",
  "runtime/portal.ts",
  "runtime/health.ts",
  "runtime/http/request-preload.mjs",
  "runtime/process/exit-with-parent.mjs",
  "tools/audit.ts",
  "tools/backup.ts",
  "tools/restore.ts",
  "tools/import.ts",
  "tools/import-prices.ts",
  "tools/keys.ts",
  "tools/migrate.ts",
  "tools/provision.ts",
  "tools/simulator.ts",
];

/** The program that stores the OpenAPI document, which the built service serves. */
const DOCUMENT = "service/api/openapi-document.ts";

/** Optional packages that libraries load if they are installed, and those with native code. */
const EXTERNAL = ["pg-native", "bufferutil", "utf-8-validate", "@node-rs/*"];
const NATIVE = ["@node-rs"];

/** The files of Swagger UI, which service/api/api-reference.ts serves. */
const API_REFERENCE = ["swagger-ui-bundle.js", "swagger-ui.css"].map((name) =>
  join("swagger-ui-dist", name),
);

/** Files that programs read while they run. */
const DATA = /\.(csv|sql|json|md)$/;
const DATA_FOLDERS = ["service", "lib"];

const BANNER = [
  'import { createRequire as createRequireOfBundle } from "node:module";',
  "const require = createRequireOfBundle(import.meta.url);",
].join("\n");

function* filesUnder(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const full = join(path, entry.name);
    if (entry.isDirectory()) yield* filesUnder(full);
    else yield full;
  }
}

/** Threads: a file `x-worker.ts` is started as `x-worker.mjs` beside it. */
const workers = (root) =>
  [...filesUnder(join(root, "service"))]
    .filter((file) => file.endsWith("-worker.ts"))
    .map((file) => relative(root, file));

/**
 * Chunks are in one folder, so `import.meta.url` of a source becomes its address in a tree of the
 * same shape: what it finds relative to itself, such as migrations or a thread, is found there.
 */
const sourceAddresses = (root) => ({
  name: "source addresses",
  setup(build) {
    build.onResolve({ filter: /^#root$/ }, ({ path }) => ({ path, external: true }));
    build.onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path }) => {
      if (path.includes("node_modules")) return undefined;
      const text = await readFile(path, "utf8");
      if (!text.includes("import.meta.url")) return undefined;
      const address = `new URL(${JSON.stringify(relative(root, path))}, builtRoot).href`;
      const contents = `import builtRoot from "#root";\n${text.replaceAll("import.meta.url", address)}`;
      return { contents, loader: path.endsWith(".ts") ? "ts" : "js" };
    });
  },
});

/**
 * Builds the programs into a folder, with the files they read and the packages with native code.
 * esbuild's process, which would stay beside the caller, has ended when this resolves.
 */
export async function bundlePrograms(root, outdir = join(root, BUILT), programs = PROGRAMS) {
  const { build, stop } = await import("esbuild");
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: [...programs, DOCUMENT, ...workers(root)],
    outdir,
    outbase: root,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    external: EXTERNAL,
    banner: { js: BANNER },
    plugins: [sourceAddresses(root)],
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "error",
  }).finally(stop);
  for (const folder of DATA_FOLDERS)
    for (const file of filesUnder(join(root, folder))) {
      if (!DATA.test(file) || file.endsWith("_snapshot.json")) continue;
      const target = join(outdir, relative(root, file));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(file, target);
    }
  for (const name of NATIVE) {
    const from = join(root, "node_modules", name);
    if (existsSync(from))
      cpSync(from, join(outdir, "node_modules", name), { recursive: true, dereference: true });
  }
  for (const name of API_REFERENCE) {
    const target = join(outdir, "service", "api", name);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, "node_modules", name), target);
  }
  writeFileSync(join(outdir, "root.mjs"), "export default import.meta.url;\n");
  const manifest = { name: "curtail-built", type: "module", imports: { "#root": "./root.mjs" } };
  writeFileSync(join(outdir, "package.json"), `${JSON.stringify(manifest)}\n`);
  const document = pathToFileURL(join(outdir, DOCUMENT.replace(/\.ts$/, ".mjs"))).href;
  await (await import(document)).storeDocument();
}
