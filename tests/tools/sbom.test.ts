import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import {
  buildBill,
  type Bill,
  isFree,
  surprises,
  installed,
  type Lock,
} from "../../tools/sbom/cyclonedx.ts";
import { emptyFolder } from "./temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;

test("one command writes the bill of materials of exactly what is installed", () => {
  const file = join(emptyFolder(), "bill.json");
  const { status, stdout } = spawnSync("npm", ["run", "--silent", "sbom", "--", file], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  expect(stdout).toContain("CycloneDX 1.6");
  const bill = JSON.parse(readFileSync(file, "utf8")) as Bill;
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
  const wanted = new Set(installed(lock).map(({ name, version }) => `${name}@${version}`));
  expect(new Set(bill.components.map(({ name, version }) => `${name}@${version}`))).toEqual(wanted);
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["next", "hono", "pg"]));
  for (const tool of ["vitest", "prettier", "lighthouse"]) expect(names).not.toContain(tool);
});

test("each component has a version, a hash and a licence, and depends on listed components", () => {
  const bill = buildBill(lock, "Apache-2.0");
  const refs = new Set(bill.components.map((component) => component["bom-ref"]));
  for (const { name, version, hashes, licenses } of bill.components) {
    expect([name, version, Boolean(hashes?.[0]?.content), Boolean(licenses)]).toEqual([
      name,
      expect.stringMatching(/^\d+\.\d+\.\d+/),
      true,
      true,
    ]);
  }
  expect(bill.dependencies.map(({ ref }) => ref).filter((ref) => !refs.has(ref))).toEqual([
    bill.metadata.component["bom-ref"],
  ]);
  for (const { dependsOn } of bill.dependencies)
    expect(dependsOn.filter((ref) => !refs.has(ref))).toEqual([]);
  const hono = bill.components.find(({ name }) => name === "hono")!;
  expect(hono.hashes![0]).toEqual({
    alg: "SHA-512",
    content: expect.stringMatching(/^[\da-f]{128}$/),
  });
});

test("every licence was reviewed", () => {
  expect(surprises(lock)).toEqual([]);
});

test("a copyleft licence is reported, and a choice of licences is not", () => {
  const packages = (license: string) => ({ "node_modules/a": { version: "1.0.0", license } });
  const under = (license: string) =>
    surprises({ name: "x", version: "1", packages: packages(license) });
  for (const license of ["GPL-3.0-only", "AGPL-3.0-or-later", "LGPL-3.0-or-later", "MPL-2.0"])
    expect(under(license)).toEqual([`a: ${license}`]);
  expect(under("MIT AND GPL-2.0-only")).toHaveLength(1);
  expect(under("(MIT OR GPL-2.0-only)")).toEqual([]);
  expect(isFree("")).toBe(false);
});

test("a licence read from a package's file matches that file", () => {
  const file = join(ROOT, "node_modules", "suncalc", "LICENSE");
  if (existsSync(file)) expect(readFileSync(file, "utf8")).toMatch(/Redistribution and use/);
});
