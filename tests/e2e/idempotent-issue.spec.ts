import type { Page, Route } from "@playwright/test";
import { demoGroup, expect, test } from "./users.ts";
import type { Service } from "./service.ts";

const ORDER = /\/api\/groups\/[^/]+\/control$/;
const controlsIn = (service: Service) => service.total("listControls");
const notKnown = (page: Page) => page.getByRole("alert").filter({ hasText: "Unknown whether" });
const askAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

/** Opens the confirmation of a group control, and returns how to confirm it. */
async function asked(page: Page, service: Service) {
  const group = await demoGroup(service);
  await page.goto(`/controls/new?target=${group.id}`);
  await page.getByRole("radio", { name: /^Zero export/ }).check();
  await page.getByRole("radio", { name: /^Next hour/ }).check();
  await page.getByRole("button", { name: "Issue control…" }).click();
  return page.getByRole("dialog").getByRole("button", { name: "Issue control", exact: true });
}

/** Forwards submissions to the portal and drops its responses. */
async function loseAnswers(page: Page) {
  const keys: (string | undefined)[] = [];
  const lose = async (route: Route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    // A connection that the portal just closed is reopened, like a browser does.
    await route.fetch({ maxRetries: 3 });
    await route.abort("connectionreset");
  };
  await page.route(ORDER, lose);
  return { keys, find: () => page.unroute(ORDER, lose) };
}

async function accepted(page: Page) {
  await expect(page).toHaveURL(/\/controls\/(?!new)[^/]+$/);
  await expect(page.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
}

test("a control whose answer was lost is retried and stays one control", async ({
  staff: page,
  service,
}) => {
  const yes = await asked(page, service);
  const before = await controlsIn(service);
  const lost = await loseAnswers(page);
  await yes.click();
  await expect(notKnown(page)).toBeVisible();
  await expect(notKnown(page).getByRole("heading")).toBeFocused();
  await askAgain(page).dblclick();
  await expect(notKnown(page)).toContainText("Last answer");
  expect(await controlsIn(service)).toBe(before + 1);
  await lost.find();
  await askAgain(page).click();
  await accepted(page);
  expect(await controlsIn(service)).toBe(before + 1);
  expect(lost.keys.length).toBeGreaterThan(1);
  expect(new Set(lost.keys).size).toBe(1);
});

test("a reload during a submission keeps it, and issues nothing twice", async ({
  staff: page,
  service,
}) => {
  const yes = await asked(page, service);
  const before = await controlsIn(service);
  const lost = await loseAnswers(page);
  await yes.click();
  await expect(notKnown(page)).toBeVisible();
  await page.reload();
  await expect(notKnown(page)).toBeVisible();
  await expect(notKnown(page)).toContainText(/Sent: Zero export, .+/);
  await lost.find();
  await askAgain(page).click();
  await accepted(page);
  expect(await controlsIn(service)).toBe(before + 1);

  await page.goto("/controls/new");
  await expect(page.getByRole("heading", { name: "Control window" })).toBeVisible();
  await expect(notKnown(page)).toHaveCount(0);
});

test("a control that was never sent is gone after a reload", async ({ staff: page, service }) => {
  await asked(page, service);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Control window" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(notKnown(page)).toHaveCount(0);
});
