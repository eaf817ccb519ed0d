import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { bundlePrograms } from "../../runtime/prepare/bundle.mjs";
import { preparePrograms } from "../../runtime/prepare/prepare.mjs";
import { openApiJson } from "../../service/api/openapi-document.ts";
import { childPid } from "../support/child-pid.ts";
import { emptyFolder } from "./temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
await preparePrograms(ROOT, "service/main.mjs", () => undefined);
const built = (path: string) => join(ROOT, "dist", path);

test("the bundle contains every migration of both databases", () => {
  for (const folder of ["service/store/migrations", "lib/portal/db/migrations"]) {
    const migrations = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".sql"));
    expect(migrations.length).toBeGreaterThan(5);
    expect(readdirSync(built(folder))).toEqual(expect.arrayContaining(migrations));
    expect(existsSync(built(`${folder}/meta/_journal.json`))).toBe(true);
  }
});

test("every thread of the service is built where the service starts it", () => {
  const sources = readdirSync(join(ROOT, "service"), { recursive: true, encoding: "utf8" });
  const threads = sources.filter((name) => name.endsWith("-worker.ts"));
  expect(threads.length).toBeGreaterThan(1);
  for (const name of threads)
    expect(existsSync(built(`service/${name.replace(/\.ts$/, ".mjs")}`)), name).toBe(true);
});

test("the built service serves the OpenAPI document of its sources, which the build stored", async () => {
  expect(existsSync(built("service/api/openapi.json"))).toBe(true);
  const fromBuild = await import(pathToFileURL(built("service/api/openapi-document.mjs")).href);
  for (const publicUrl of [null, "https://flex.example"]) {
    const document = await openApiJson(publicUrl);
    expect(JSON.parse(document).servers).toMatchObject([{ url: publicUrl ?? "/" }]);
    expect((await fromBuild.openApiJson(publicUrl)) === document).toBe(true);
  }
});

test("after a build no process of esbuild stays", async () => {
  await bundlePrograms(ROOT, emptyFolder());
  await expect.poll(() => childPid(process.pid, "esbuild")).toBeUndefined();
});

test("nothing in the bundle loads tsx or esbuild", () => {
  const files = readdirSync(built(""), { recursive: true, encoding: "utf8" });
  const programs = files.filter((name) => name.endsWith(".mjs") && !name.includes("node_modules"));
  const loading = /(from|import\()\s*"(tsx|esbuild)[/"]/;
  expect(programs.filter((name) => loading.test(readFileSync(built(name), "utf8")))).toEqual([]);
});
