import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { playwrightFailures, playwrightFlaky, vitestFailures } from "../../tools/failures.mjs";

const VITEST = join("node_modules", "vitest", "vitest.mjs");

const folder = mkdtempSync(join(realpathSync(tmpdir()), "curtail-failing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = {
  "sums.test.ts": `
    describe("sums", () => {
      test("are right", () => expect(1 + 1).toBe(2));
      test("are wrong", () => expect(1 + 1).toBe(3));
      test.skip("are left out", () => expect(1).toBe(2));
    });`,
  "broken.test.ts": `import "./nowhere.ts";`,
};

/** What vitest's JSON reporter writes about files that fail in the ways there are. */
function realReport() {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const config = join(folder, "vitest.config.mjs");
  writeFileSync(config, `export default { test: { globals: true } };`);
  const outputFile = join(folder, "report.json");
  const args = [VITEST, "run", "--root", folder, "--config", config, "--reporter=json"];
  const { PATH, HOME } = process.env;
  const ran = spawnSync(process.execPath, [...args, `--outputFile.json=${outputFile}`], {
    env: { PATH, HOME, NODE_ENV: "test", FORCE_COLOR: "1" },
    encoding: "utf8",
  });
  expect(ran.status, ran.stderr).toBe(1);
  return JSON.parse(readFileSync(outputFile, "utf8"));
}

describe("failures in a vitest report", () => {
  test("are each failed test with its message, and each file that ran no test", () => {
    const failures = vitestFailures(realReport(), folder).toSorted();
    expect(failures).toHaveLength(2);
    expect(failures[0]).toMatch(/^broken\.test\.ts\n {4}.*nowhere\.ts/);
    expect(failures[1]).toMatch(/^sums\.test\.ts › sums are wrong\n/);
    expect(failures[1]).toContain("expected 2 to be 3");
    expect(failures.join("")).not.toContain("\u001b[");
  }, 60_000);

  test("are none without a report", () => {
    expect(vitestFailures(undefined, folder)).toEqual([]);
    expect(vitestFailures({ testResults: [] }, folder)).toEqual([]);
  });
});

const result = (message: string) => ({ status: "failed", error: { message } });
const spec = (title: string, line: number, status: string, results: object[]) => ({
  title,
  ok: status !== "unexpected",
  file: "map.spec.ts",
  line,
  column: 1,
  tests: [{ status, expectedStatus: "passed", results }],
});

/** A report in the shape of Playwright's JSON reporter. */
const report = {
  suites: [
    {
      title: "map.spec.ts",
      file: "map.spec.ts",
      specs: [
        spec("is drawn", 3, "expected", [{ status: "passed" }]),
        spec("is slow at times", 9, "flaky", [result("once"), { status: "passed" }]),
        spec("is left out", 12, "skipped", []),
        spec("is found", 15, "unexpected", [
          result("the first time"),
          result(`\u001b[31mError:\u001b[39m not found\n${"more\n".repeat(40)}`),
        ]),
      ],
      suites: [
        {
          title: "on a phone",
          file: "map.spec.ts",
          specs: [spec("is tapped", 30, "unexpected", [])],
        },
      ],
    },
  ],
  errors: [{ message: "No port is free." }],
  stats: { expected: 1, unexpected: 2, flaky: 1, skipped: 1 },
};

describe("flaky tests in a Playwright report", () => {
  test("are each listed with their first failure", () => {
    expect(playwrightFlaky(report)).toEqual(["map.spec.ts:9 › is slow at times\n    once"]);
    expect(playwrightFlaky(undefined)).toEqual([]);
  });
});

describe("failures in a Playwright report", () => {
  test("are each failed test with its shortened last message, and errors outside of tests", () => {
    const [outside, found, tapped, ...others] = playwrightFailures(report);
    expect(others).toEqual([]);
    expect(outside).toBe("No port is free.");
    expect(found).toMatch(/^map\.spec\.ts:15 › is found\n {4}Error: not found\n/);
    expect(found!.split("\n").length).toBeLessThan(20);
    expect(tapped).toMatch(/^map\.spec\.ts:30 › is tapped/);
  });

  test("are none without a report", () => {
    expect(playwrightFailures(undefined)).toEqual([]);
  });
});
