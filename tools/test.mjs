import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBrowser } from "./browser.mjs";
import { runChecks } from "./checks.mjs";
import { longTests, shortBrowserTests } from "./long-tests.mjs";
import { playwrightFailures, playwrightFlaky, vitestFailures } from "./failures.mjs";
import { nodeRefusal } from "../runtime/prepare/node-version.mjs";
import {
  prepareDependencies,
  preparePortal,
  preparePrograms,
} from "../runtime/prepare/prepare.mjs";
import { duration, refuse } from "../runtime/process/run-step.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const startedMs = Date.now();
const isAll = process.argv.includes("--all");
process.env.TESTS = isAll ? "all" : "short";
const reports = mkdtempSync(join(tmpdir(), "curtail-test-"));

const tooOld = nodeRefusal(process.versions.node);
if (tooOld) refuse(tooOld);
process.chdir(root);
await prepareDependencies(root).catch((error) => refuse(error.message));

function runWithOutput(args, env) {
  return new Promise((resolve) => {
    const options = { cwd: root, stdio: "inherit", env: { ...process.env, ...env } };
    const child = spawn(process.execPath, args, options);
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}

function report(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8"));
  } catch {
    return undefined;
  }
}

/** A run that exits with an error but reports no failed test counts as one failure. */
function counted(code, passed = 0, failed = 0, failures = [], flaky = []) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, failures, flaky };
}

async function unitAndApi() {
  const vitest = join("node_modules", "vitest", "vitest.mjs");
  const file = join(reports, "vitest.json");
  const args = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const code = await runWithOutput([vitest, "run", ...args]);
  const result = report("vitest.json");
  const failures = vitestFailures(result, root);
  return counted(code, result?.numPassedTests, result?.numFailedTests, failures);
}

function leftOut(reason, failed) {
  console.error(`\nLEFT OUT: the browser tests. ${reason}\n`);
  return { passed: 0, failed };
}

/** Builds the portal for the browser tests; resolves to the error if that failed. */
function buildPortal() {
  if (process.env.SKIP_BROWSER === "1") return undefined;
  return preparePortal(root).then(
    () => undefined,
    (error) => error.message,
  );
}

async function browser(building) {
  if (process.env.SKIP_BROWSER === "1") return leftOut("SKIP_BROWSER=1 is set.", 0);
  const buildError = await building;
  if (buildError) return leftOut(buildError, 1);
  const found = await ensureBrowser(root);
  if (!found)
    return leftOut("No Chromium, none installable: set CHROMIUM_PATH or SKIP_BROWSER=1.", 1);
  const cli = join("node_modules", "@playwright", "test", "cli.js");
  // One retry with newly started programs, so that a slow moment of the machine does not hide other
  // failures. Flaky tests are listed below.
  const code = await runWithOutput([cli, "test", "--retries=1", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, "playwright.json"),
    ...(found.path ? { CHROMIUM_PATH: found.path } : {}),
  });
  const result = report("playwright.json");
  const { expected = 0, flaky = 0, unexpected = 0 } = result?.stats ?? {};
  const passed = expected + flaky;
  return counted(code, passed, unexpected, playwrightFailures(result), playwrightFlaky(result));
}

/** Resolves to what a part resolves to, with how long it took. */
async function timed(part) {
  const fromMs = Date.now();
  return { ...(await part()), tookMs: Date.now() - fromMs };
}

const checks = await timed(() => runChecks(root));
// Tests start the programs: their bundle would wait for the build of the portal, which holds the lock.
await preparePrograms(root, "service/main.mjs").catch((error) => refuse(error.message));
// The build writes types that the checks read, so it starts after them and runs in parallel with
// vitest.
const building = buildPortal();
const parts = {
  checks,
  "unit and API": await timed(unitAndApi),
  browser: await timed(() => browser(building)),
};
rmSync(reports, { recursive: true, force: true });

if (!isAll) {
  const isSpec = (name) => name.endsWith(".spec.ts");
  const browserTests = readdirSync(join(root, "tests", "e2e")).filter(isSpec).length;
  console.error(
    `\nLEFT OUT: ${longTests.length} files of unit and API tests, the service on an installed PostgreSQL, ` +
      `and ${browserTests - shortBrowserTests.length} files of browser tests, which take about an hour: npm run test:all\n`,
  );
}
const total = (key) => Object.values(parts).reduce((sum, part) => sum + part[key], 0);
const flaky = Object.values(parts).flatMap((part) => part.flaky ?? []);
const ran = Object.entries(parts).map(
  ([name, part]) =>
    `${name} ${part.passed}/${part.passed + part.failed} in ${duration(part.tookMs)}`,
);
const failures = Object.values(parts).flatMap((part) => part.failures ?? []);
for (const each of flaky) console.error(`\nFLAKY: ${each}`);
for (const failure of failures) console.error(`\nFAILED: ${failure}`);
const tries = flaky.length > 0 ? `, ${flaky.length} of them flaky` : "";
console.log(`\nRan ${ran.join(", ")}${tries}; ${duration(Date.now() - startedMs)} in all.`);
console.log(`${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") > 0 ? 1 : 0;
