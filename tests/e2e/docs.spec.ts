import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { documentedStatuses } from "../../components/api-guide/guide.tsx";
import { quickStart, type Samples } from "../../components/api-guide/code-samples.ts";
import { controlPreview, historicalData } from "../../lib/contract/index.ts";
import { axeViolations } from "./axe-violations.ts";
import { watchConsoleErrors } from "./console-errors.ts";
import type { Curtail } from "./start-stack.ts";
import { expect, test } from "./users.ts";

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0;
const execute = promisify(execFile);
const programs = { curl: ["curl", "sh"], python: ["python3", "python3"] } as const;

/** Runs code as a reader would, with the two variables set. */
async function printed(
  language: keyof typeof programs,
  samples: Samples,
  { serviceUrl, apiKey }: Curtail,
): Promise<unknown> {
  const env = { ...process.env, CURTAIL_URL: serviceUrl, CURTAIL_KEY: apiKey };
  const options = { env, maxBuffer: 16 * 1024 * 1024 };
  // Waiting without running events would miss that the service closes idle connections.
  const { stdout } = await execute(programs[language][1], ["-c", samples[language]], options);
  return JSON.parse(stdout);
}

for (const language of ["curl", "python"] as const) {
  test(`the quick start in ${language} works as written`, async ({ curtail }) => {
    const [program] = programs[language];
    if (!isThere(program))
      console.warn(`\nLEFT OUT: the quick start in ${language}; no ${program}.\n`);
    test.skip(!isThere(program), `${program} is not installed`);
    historicalData.parse(await printed(language, quickStart.history, curtail));
    const preview = await printed(language, quickStart.preview, curtail);
    expect(controlPreview.parse(preview).type).toBe("ZERO_EXPORT");
  });
}

test("the guide explains every error that the service's document lists", async ({
  curtail,
  request,
}) => {
  const document = await (await request.get(`${curtail.portalUrl}/docs/openapi.json`)).json();
  const listed = Object.values(
    document.paths as Record<string, Record<string, { responses: object }>>,
  )
    .flatMap((path) => Object.values(path))
    .flatMap(({ responses }) => Object.keys(responses).map(Number))
    .filter((status) => status >= 400);
  expect([...new Set([...listed, 405])].sort()).toEqual([...documentedStatuses]);
});

test("the guide links to the reference at the service", async ({ page, curtail }) => {
  const consoleErrors = watchConsoleErrors(page);
  await page.goto("/docs");
  const link = page.getByRole("link", { name: "API reference of the service" });
  await expect(link).toHaveAttribute("href", `${curtail.serviceUrl}/v1/docs`);
  expect(await axeViolations(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("the documents it links to are public", async ({ request, baseURL }) => {
  const devices = await request.get(`${baseURL}/docs/files/devices.md`);
  expect(devices.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  expect(await devices.text()).toContain("MQTT");
  expect((await request.get(`${baseURL}/docs/files/..%2Fpackage.json`)).status()).toBe(404);
  expect((await request.get(`${baseURL}/docs/files/decisions`)).status()).toBe(404);
});

test("the guide is available in Dutch", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "nl-NL", baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "Snel beginnen" })).toBeVisible();
  await expect(page.getByRole("link", { name: "API-referentie van de dienst" })).toBeVisible();
  await context.close();
});
