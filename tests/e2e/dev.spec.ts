import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { freePort } from "../../tools/ports/free-port.ts";
import { newDataDir, start } from "../support/start-process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of the repository that may be changed, with the same dependencies. */
function copyRepository(): string {
  mkdirSync(join(ROOT, ".data"), { recursive: true });
  const copy = mkdtempSync(join(ROOT, ".data", "dev-test-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: ROOT });
  for (const file of files.toString().split("\0").filter(Boolean))
    cpSync(join(ROOT, file), join(copy, file));
  // Turbopack follows no link out of the folder it works in.
  execFileSync("cp", ["-al", join(ROOT, "node_modules"), join(copy, "node_modules")]);
  return copy;
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

/** Changes a file as git and many editors save it: a new file takes its name. */
function replaceChanged(file: string, from: string, to: string): void {
  cpSync(file, `${file}.new`);
  change(`${file}.new`, from, to);
  renameSync(`${file}.new`, file);
}

test("npm run dev shows a changed text and a changed answer, and stops at Ctrl-C", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const [copy, dataDir] = [copyRepository(), newDataDir()];
  const [portalPort, servicePort] = [await freePort(), await freePort()];
  const ports = { PORT: String(portalPort), SERVICE_PORT: String(servicePort) };
  const variables = { DATA_DIR: dataDir, DEMO: "0", ...ports };
  const dev = start([], variables, [], join(copy, "tools", "dev.mjs"));
  try {
    await dev.ready;
    expect(dev.said()).toMatch(/^portal {2}\| /m);
    const consoleErrors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") consoleErrors.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${portalPort}/sign-in`, { timeout: 300_000 });
    await expect(page.getByRole("heading", { name: "Sign in", exact: true })).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const messages = join(copy, "messages", "en", "signIn.json");
    change(messages, '"title": "Sign in"', '"title": "Changed by a test"');
    const changed = page.getByRole("heading", { name: "Changed by a test" });
    await expect(changed).toBeVisible({ timeout: 120_000 });
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    expect(consoleErrors).toEqual([]);

    const healthz = async () => {
      const answer = await fetch(`http://127.0.0.1:${servicePort}/healthz`).catch(() => undefined);
      return answer?.json();
    };
    expect(await healthz()).toEqual({ status: "ok" });
    const app = join(copy, "service/api/app.ts");
    replaceChanged(app, '{ status: "ok" }', '{ status: "changed" }');
    await expect.poll(healthz, { timeout: 120_000 }).toEqual({ status: "changed" });
    replaceChanged(app, '{ status: "changed" }', '{ status: "changed again" }');
    await expect.poll(healthz, { timeout: 120_000 }).toEqual({ status: "changed again" });

    dev.child.kill("SIGINT");
    dev.child.kill("SIGINT");
    expect(await dev.ended).toBe(0);
    expect(dev.said()).not.toContain("was killed");
    const types = readFileSync(join(copy, "next-env.d.ts"), "utf8");
    expect(types).toBe(readFileSync(join(ROOT, "next-env.d.ts"), "utf8"));
  } finally {
    dev.child.kill("SIGTERM");
    await dev.ended;
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
    rmSync(dirname(dataDir), { recursive: true, force: true, maxRetries: 3 });
  }
});

test("npm run dev for the portal alone names the variables it needs", async () => {
  const dev = start(["portal"], {}, [], join(ROOT, "tools", "dev.mjs"));
  expect(await dev.ended).toBe(1);
  expect(dev.said()).toContain("Add --demo-service, or set FLEX_BASE_URL");
});
