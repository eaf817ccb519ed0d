import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compareVersions, findAffected } from "../../tools/check-advisories.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => JSON.parse(readFileSync(`${root}${path}`, "utf8"));
const list = read("tools/advisories.json");
const lock = read("package-lock.json");

/** The lock file with another version of a package. */
const withVersion = (folder: string, version: string, more: object = {}) => ({
  packages: { ...lock.packages, [folder]: { version, ...more } },
});

describe("the list of advisories", () => {
  test("names none of our production dependencies", () => {
    expect(findAffected(lock, list)).toEqual([]);
  });

  test("has a date, says that it is incomplete, and names packages that we use", () => {
    expect(list.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(list.about).toMatch(/not complete/);
    const used = new Set(
      Object.keys(lock.packages).map((path) => path.split("node_modules/").at(-1)),
    );
    for (const { package: name } of list.advisories) expect(used).toContain(name);
  });
});

describe("a production dependency with a high advisory", () => {
  test.each([
    ["next", "16.2.4"],
    ["next", "16.2.5-canary.3"],
    ["next", "14.2.30"],
    ["hono", "4.11.3"],
    ["nodemailer", "7.0.13"],
    ["ws", "8.17.0"],
  ])("is found: %s %s", (name, version) => {
    const [fault] = findAffected(withVersion(`node_modules/${name}`, version), list);
    expect(fault).toContain(`node_modules/${name} ${version} has `);
  });

  test("is found where another package brings it along", () => {
    const folder = "node_modules/mqtt/node_modules/ws";
    expect(findAffected(withVersion(folder, "8.16.0"), list)).toHaveLength(1);
  });

  test.each([
    ["the fixed version", withVersion("node_modules/hono", "4.11.4")],
    ["a development dependency", withVersion("node_modules/hono", "4.0.0", { dev: true })],
  ])("is not found for %s", (_, given) => expect(findAffected(given, list)).toEqual([]));
});

test.each([
  ["1.2.3", "1.2.3", 0],
  ["1.2.10", "1.2.9", 1],
  ["2.0.0-rc.1", "2.0.0", -1],
  ["2.0.0-rc.1", "1.9.9", 1],
])("version %s compared with %s", (one, other, expected) => {
  expect(Math.sign(compareVersions(one, other))).toBe(expected);
});

test("npm makes a bill of materials of what is installed by the lock file", () => {
  const output = execFileSync(
    "npm",
    ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  expect(JSON.parse(output)).toMatchObject({ bomFormat: "CycloneDX" });
});
