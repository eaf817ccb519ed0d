import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { quickStart } from "../../components/api-guide/code-samples.ts";
import { controlPreview, historicalData } from "../../lib/contract/index.ts";
import { freshDatabase } from "../support/postgres.ts";
import { KEY } from "../support/service.ts";
import { spawnService } from "../support/spawned-service.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const TSC = join(root, "node_modules", "typescript", "bin", "tsc");
const folder = mkdtempSync(join(tmpdir(), "curtail-client-"));
const project = join(folder, "project");

/** Packs a package as it would be published. @returns the path of the archive */
async function pack(path: string, scripts: boolean): Promise<string> {
  const args = ["pack", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", [...args, ...(scripts ? [] : ["--ignore-scripts"])], {
    cwd: path,
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf("["))) as [{ filename: string }];
  return join(folder, filename);
}

beforeAll(async () => {
  const modules = join(root, "node_modules");
  const archives = await Promise.all([
    pack(join(root, "packages", "client"), true),
    pack(join(modules, "openapi-fetch"), false),
    pack(join(modules, "openapi-typescript-helpers"), false),
  ]);
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{"name":"empty","private":true,"type":"module"}');
  const flags = ["--offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...flags, ...archives], { cwd: project });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Checks the types of a program in the empty project. @returns what the compiler says */
async function check(name: string, program: string): Promise<string> {
  writeFileSync(join(project, name), program);
  const flags = "--strict --noEmit --module nodenext --target es2022 --types".split(" ");
  const types = join(root, "node_modules", "@types");
  return run(process.execPath, [TSC, ...flags, "node", "--typeRoots", types, name], {
    cwd: project,
  }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test("the package holds its code, types, command and licence, and nothing else", () => {
  const { name, version } = JSON.parse(
    readFileSync(join(project, "node_modules/@curtail/client/package.json"), "utf8"),
  ) as { name: string; version: string };
  const product = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as object;
  expect({ name, version }).toEqual({
    name: "@curtail/client",
    version: (product as { version: string }).version,
  });
  for (const file of ["dist/index.js", "dist/index.d.ts", "dist/cli.js", "LICENSE", "README.md"])
    expect(() => readFileSync(join(project, "node_modules/@curtail/client", file))).not.toThrow();
  expect(() => readFileSync(join(project, "node_modules/@curtail/client/src/index.ts"))).toThrow();
});

test("a program in an empty project has its types, and a wrong one does not compile", async () => {
  expect(await check("history.mts", quickStart.history.typescript)).toBe("");
  expect(await check("preview.mts", quickStart.preview.typescript)).toBe("");
  const wrong = quickStart.preview.typescript.replace('"ZERO_EXPORT"', '"NO_EXPORT"');
  expect(await check("wrong.mts", wrong)).toContain('"NO_EXPORT"');
  const bare = quickStart.preview.typescript.replace('path: { bidding_zone_id: "NL" },', "");
  expect(await check("bare.mts", bare)).toContain("path");
});

test("the guide's programs and the command line work from an empty project", async () => {
  const { port } = await spawnService(await freshDatabase("service"));
  const env = { ...process.env, CURTAIL_URL: `http://127.0.0.1:${port}`, CURTAIL_KEY: KEY };
  const printed = async (args: string[]) =>
    JSON.parse((await run(process.execPath, args, { cwd: project, env })).stdout) as unknown;
  const asScript = (program: string) => program.replaceAll("!,", ",");
  for (const [name, samples] of Object.entries(quickStart))
    writeFileSync(join(project, `${name}.mjs`), asScript(samples.typescript));
  historicalData.parse(await printed(["history.mjs"]));
  expect(controlPreview.parse(await printed(["preview.mjs"])).type).toBe("ZERO_EXPORT");

  const curtail = (...args: string[]) => printed(["node_modules/.bin/curtail", ...args]);
  const group = await curtail("createGroup", "--name", "Rotterdam", "--bidding_zone", "NL");
  const { id } = group as { id: string };
  const again = ["--group_id", id, "--type", "ZERO_EXPORT", "--Idempotency-Key", "one"];
  const control = await curtail("controlGroup", ...again);
  expect(await curtail("controlGroup", ...again)).toEqual(control);
  const listed = { ...(group as object), locations: 0, rated_kw: 0 };
  expect(await curtail("listGroups", "--all")).toEqual(listed);
  const refused = await curtail("getGroup", "--group_id", "none").catch((error: unknown) => error);
  expect(JSON.parse((refused as { stderr: string }).stderr)).toMatchObject({ status: 404 });
});
