import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isInstalled, prepareDependencies, sourcesHash } from "../../runtime/prepare/prepare.mjs";
import { takeLock } from "../../runtime/process/lock.mjs";
import { emptyFolder } from "./temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DOCS = fileURLToPath(new URL("../../tools/check-doc-links.mjs", import.meta.url));

function documented(readme: string) {
  const folder = emptyFolder();
  mkdirSync(join(folder, "docs", "decisions"), { recursive: true });
  mkdirSync(join(folder, "service"));
  writeFileSync(join(folder, "service", "main.ts"), "");
  writeFileSync(
    join(folder, "docs", "decisions", "one.md"),
    "# See: it _work_!\n\nSee `service/main.ts:3` and [the start](../../README.md).\n",
  );
  writeFileSync(join(folder, "README.md"), readme);
  const { status, stderr } = spawnSync(process.execPath, [DOCS, folder], { encoding: "utf8" });
  return { status, said: stderr.trim() };
}

test("a document that refers to a missing path is named", () => {
  expect(
    documented("Start at `service/mian.ts`, then `serivce/main.ts` and `service/api`."),
  ).toEqual({
    status: 1,
    said: [
      "README.md: `service/mian.ts` does not exist",
      "README.md: `serivce/main.ts` does not exist",
      "README.md: `service/api` does not exist",
    ].join("\n"),
  });
});

test("text that only looks like a path is ignored", () => {
  const readme =
    "`service/main.ts`, `service/`, `/v1/controls`, `npm start`, `@hono/zod-openapi`, `text/html`, " +
    "`.data/api-key`, `and/or`, `<BRAND_A>`\n```\nservice/gone.ts `service/gone.ts`\n```\n";
  expect(documented(readme)).toEqual({ status: 0, said: "" });
});

test("a link to a missing file or heading is named", () => {
  const readme =
    "[one](docs/decisions/one.md) [two](docs/two.md) [part](docs/decisions/one.md#which-part) " +
    "[here](#a-title) [gone](#no-title) ![image](docs/none.png)\n\n# A title\n";
  expect(documented(readme)).toEqual({
    status: 1,
    said: [
      "README.md: docs/two.md does not exist",
      "README.md: docs/decisions/one.md has no heading #which-part",
      "README.md: README.md has no heading #no-title",
      "README.md: docs/none.png does not exist",
    ].join("\n"),
  });
});

test("links to files, headings and other sites are valid", () => {
  const readme =
    "[one](docs/decisions/one.md#see-it-work) [root](./service/) [site](https://example.org/a.md) " +
    "[mail](mailto:a@example.org)\n```\n[not](docs/two.md)\n```\n`[nor](docs/two.md)`\n";
  expect(documented(readme)).toEqual({ status: 0, said: "" });
});

const entry = (version: string, more = {}) => ({
  version,
  integrity: `sha512-${version}`,
  ...more,
});

function writeInstalled(folder: string, wanted: object, present: object | undefined) {
  mkdirSync(join(folder, "node_modules"));
  const write = (file: string, packages: object) =>
    writeFileSync(join(folder, file), JSON.stringify({ packages }));
  write("package-lock.json", { "": {}, ...wanted });
  if (present) write("node_modules/.package-lock.json", present);
}

function installed(wanted: object, present: object | undefined, forDevelopers?: boolean): boolean {
  const folder = emptyFolder();
  writeInstalled(folder, wanted, present);
  return isInstalled(folder, forDevelopers);
}

test("dependencies are installed again if anything differs from the lock file, and not otherwise", () => {
  const lock = {
    "node_modules/a": entry("1.0.0"),
    "node_modules/b": entry("2.0.0", { dev: true }),
  };
  expect(installed(lock, lock)).toBe(true);
  expect(installed(lock, undefined)).toBe(false);
  expect(installed(lock, { "node_modules/a": entry("1.0.0") })).toBe(false);
  expect(installed(lock, { ...lock, "node_modules/a": entry("1.0.1") })).toBe(false);
});

test("to run the product, packages for developers may be absent and others may not", () => {
  const lock = {
    "node_modules/a": entry("1.0.0"),
    "node_modules/b": entry("2.0.0", { dev: true }),
  };
  expect(installed(lock, lock, false)).toBe(true);
  expect(installed(lock, { "node_modules/a": entry("1.0.0") }, false)).toBe(true);
  expect(installed(lock, { "node_modules/b": lock["node_modules/b"] }, false)).toBe(false);
});

test("an optional package is required only if it is meant for this machine", () => {
  const other = { optional: true, os: ["not-this-one"], cpu: [process.arch] };
  const own = { optional: true, os: [process.platform], cpu: [process.arch] };
  expect(installed({ "node_modules/a": entry("1.0.0", other) }, {})).toBe(true);
  expect(installed({ "node_modules/a": entry("1.0.0", own) }, {})).toBe(false);
});

test("while another process installs, the waiting line goes where the caller wants it", async () => {
  const folder = emptyFolder();
  const release = takeLock(join(folder, ".data", "prepare.lock"));
  await prepareDependencies(folder, (line) => {
    expect(line).toContain(`Waiting for process ${process.pid}, which prepares this folder`);
    writeInstalled(folder, {}, {});
    release?.();
  });
  expect.assertions(1);
});

test("the portal is built again if its sources change, and not otherwise", () => {
  const folder = emptyFolder();
  mkdirSync(join(folder, "app"));
  mkdirSync(join(folder, "service"));
  writeFileSync(join(folder, "app", "page.tsx"), "one");
  const first = sourcesHash(folder);
  writeFileSync(join(folder, "service", "main.ts"), "the portal does not see this");
  expect(sourcesHash(folder)).toBe(first);
  writeFileSync(join(folder, "app", "page.tsx"), "two");
  const second = sourcesHash(folder);
  expect(second).not.toBe(first);
  writeFileSync(join(folder, "next.config.mjs"), "");
  expect(sourcesHash(folder)).not.toBe(second);
});

test("types are checked of every source, since builds check none", () => {
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const listing = spawnSync(process.execPath, [tsc, "--listFilesOnly", "-p", "."], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  const checked = new Set(listing.stdout.split("\n").map((path) => relative(ROOT, path)));
  const folders = ["app", "bridge", "components", "lib", "packages", "runtime", "service", "tools"];
  const sources = [
    ...readdirSync(ROOT),
    ...folders.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, `${name}`)),
    ),
  ].filter((path) => /\.tsx?$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((path) => !checked.has(path))).toEqual([]);
});
