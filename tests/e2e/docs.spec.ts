import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import {
  quickStart,
  toCode,
  type CodeLanguage,
} from "../../components/api-reference/code-samples.ts";
import { describeOperation } from "../../components/api-reference/reference.ts";
import {
  historicalData,
  controlPreview,
  operations,
  type OperationId,
} from "../../lib/contract/index.ts";
import { watchConsoleErrors } from "./console-errors.ts";
import type { Curtail } from "./start-stack.ts";
import { expect, test } from "./users.ts";

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
const programs: Record<CodeLanguage, string> = {
  curl: "curl",
  typescript: "node",
  python: "python3",
};

const execute = promisify(execFile);

/** Runs code as a reader would, with the two variables set. */
async function printed(
  language: CodeLanguage,
  code: string,
  { serviceUrl, apiKey }: Curtail,
): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), "curtail-docs-"));
  const env = { ...process.env, CURTAIL_URL: serviceUrl, CURTAIL_KEY: apiKey };
  // Waiting without running events would miss that the service closes idle connections.
  const run = async (program: string, args: string[]) =>
    JSON.parse((await execute(program, args, { env, maxBuffer: 16 * 1024 * 1024 })).stdout);
  try {
    if (language === "curl") return await run("sh", ["-c", code]);
    if (language === "python") return await run("python3", ["-c", code]);
    const file = join(folder, "quick-start.mts");
    writeFileSync(file, code);
    return await run(process.execPath, ["--import", import.meta.resolve("tsx"), file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const language of ["curl", "typescript", "python"] as const) {
  test(`the quick start in ${language} works as written`, async ({ curtail }) => {
    test.skip(!isThere(programs[language]), `${programs[language]} is not installed`);
    const history = await printed(language, toCode(language, quickStart.history), curtail);
    historicalData.parse(history);
    const preview = await printed(language, toCode(language, quickStart.preview), curtail);
    expect(controlPreview.parse(preview).type).toBe("ZERO_EXPORT");
  });
}

test("the reference lists the same error answers as the service's own document", async ({
  curtail,
  request,
}) => {
  const document = await (await request.get(`${curtail.portalUrl}/docs/openapi.json`)).json();
  for (const id of Object.keys(operations) as OperationId[]) {
    const { method, path } = operations[id];
    const { responses } = document.paths[path][method];
    const errors = Object.keys(responses).filter((status) => Number(status) >= 400);
    expect(describeOperation(id).statuses.map(String), id).toEqual(errors.sort());
  }
});

test("the documents it links to are public", async ({ request, baseURL }) => {
  const devices = await request.get(`${baseURL}/docs/files/devices.md`);
  expect(devices.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await devices.text()).toContain("MQTT");
  expect((await request.get(`${baseURL}/docs/files/..%2Fpackage.json`)).status()).toBe(404);
  expect((await request.get(`${baseURL}/docs/files/decisions`)).status()).toBe(404);
});

async function openTry(page: Page, operation: OperationId) {
  const section = page.locator(`#${operation}`);
  await section.getByRole("button", { name: /^Try it/ }).click();
  return section;
}

test("a reader tries a call with their own key, which is not stored", async ({
  page,
  context,
  curtail,
}) => {
  const consoleErrors = watchConsoleErrors(page);
  const asked: string[] = [];
  page.on("request", (sent) => asked.push(`${sent.method()} ${sent.url()} ${sent.postData()}`));
  await page.goto("/docs/controls");
  const section = await openTry(page, "listControls");
  const send = section.getByRole("button", { name: "Send" });
  await expect(send).toBeDisabled();
  await section.getByLabel("Your API key").fill(curtail.apiKey);
  await section.getByLabel("page_size").fill("3");
  await send.click();
  await expect(section.getByText("x-total-count", { exact: true })).toBeVisible();
  await expect(section.getByText("200", { exact: true }).first()).toBeVisible();
  await expect(section.getByRole("region", { name: "Response", exact: true })).toContainText(
    '"data"',
  );
  const withKey = asked.filter((one) => one.includes(curtail.apiKey));
  expect(withKey).toHaveLength(1);
  expect(withKey[0]).toContain(`POST ${curtail.portalUrl}/api/try`);
  const stored = JSON.stringify([
    await context.storageState(),
    await page.evaluate(() => ({ ...localStorage, ...sessionStorage })),
  ]);
  expect(stored).not.toContain(curtail.apiKey);
  expect(curtail.said()).not.toContain(curtail.apiKey);
  await page.reload();
  await openTry(page, "listControls");
  await expect(section.getByLabel("Your API key")).toHaveValue("");
  expect(consoleErrors).toEqual([]);
});

test("trying a control asks for confirmation every time", async ({ page, curtail, service }) => {
  await page.goto("/docs/controls");
  const section = await openTry(page, "controlBiddingZone");
  await section.getByLabel("Your API key").fill("ck_not_a_key");
  const send = section.getByRole("button", { name: "Send" });
  const agree = section.getByRole("checkbox", { name: /controls real devices/ });
  const before = await service.total("listControls", {});
  await expect(send).toBeDisabled();
  await agree.check();
  await send.click();
  await expect(section.getByText("401", { exact: true }).first()).toBeVisible();
  await expect(agree).not.toBeChecked();
  await expect(send).toBeDisabled();
  expect(await service.total("listControls", {})).toBe(before);
  await section.getByLabel("Your API key").fill(curtail.apiKey);
  await section.getByLabel("Body").fill("{ not JSON");
  await expect(section.getByText("This is not valid JSON.")).toBeVisible();
  await agree.check();
  await expect(send).toBeDisabled();
});

test("an operation is found by title, path or field name", async ({ page }) => {
  await page.goto("/docs");
  const search = page.getByRole("searchbox", { name: "Search operations" });
  // A key that is pressed before the page listens is lost, as it is for anybody.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  await search.fill("tilt");
  await expect(page.getByText("Nothing found").or(page.getByText(/^\d+ found/))).toBeVisible();
  await search.fill("groups post control");
  await page
    .getByRole("link", { name: /Control group/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/docs\/controls#controlGroup$/);
  await expect(page.locator("#controlGroup")).toBeInViewport();
});

test("the reference is available in Dutch, with the contract's terms in English", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ locale: "nl-NL", baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "Snel beginnen" })).toBeVisible();
  await expect(page.getByText("komen uit het contract, in het Engels")).toBeVisible();
  await page.goto("/docs/controls");
  await expect(page.getByRole("heading", { level: 1, name: "Sturingen" })).toBeVisible();
  await expect(page.locator("[lang=en]", { hasText: "List all control actions" })).toBeVisible();
  await context.close();
});
