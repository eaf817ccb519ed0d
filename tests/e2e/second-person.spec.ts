import type { Browser, Page } from "@playwright/test";
import type { Curtail } from "./curtail.ts";
import { demoGroup, expect, signIn, STAFF, test } from "./people.ts";
import { inPortalDatabase } from "./portal-database.ts";
import type { Service } from "./service.ts";

const OPERATOR = "operator@demo.example";
const REASON = "Grid operator called";
const controlsIn = (service: Service) => service.total("listControls");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog");
const requested = (page: Page, who: string) =>
  page.getByRole("listitem").filter({ hasText: `Requested by ${who}` });

/** An operator who is no admin, signed in on a page of their own. */
async function operator(browser: Browser, curtail: Curtail): Promise<Page> {
  const context = await browser.newContext({ baseURL: curtail.portalUrl, locale: "en-GB" });
  await signIn(context, curtail, OPERATOR);
  return context.newPage();
}

/** Lets previews say what they say where a service has a limit that this order is over. */
const overLimit = (page: Page) =>
  page.route(/\/control\/preview$/, async (route) => {
    const answer = await route.fetch();
    const values = { asked: 52.4, limit: 50 };
    const approval = [{ code: "over-max-kw", detail: "is more than 50 kW", values }];
    await route.fulfill({ response: answer, json: { ...(await answer.json()), approval } });
  });

async function chosen(page: Page, service: Service) {
  const group = await demoGroup(service);
  await page.goto(`/controls/new?target=${group.id}`);
  await page.getByRole("radio", { name: /^Zero export/ }).check();
  await page.getByRole("radio", { name: /^Next hour/ }).check();
  return group;
}

test("what one person requests, another approves who proves who they are, and then it is issued", async ({
  browser,
  curtail,
  service,
  staff: page,
}) => {
  const asking = await operator(browser, curtail);
  await overLimit(asking);
  const group = await chosen(asking, service);
  const before = await controlsIn(service);
  await expect(asking.getByText("52.4 kW at most; 50 kW is the most")).toBeVisible();
  await press(asking, "Request control…");
  await expect(dialog(asking)).toContainText("A request issues nothing.");
  await press(asking, "Send request");
  await expect(asking).toHaveURL(/\/controls$/);
  const own = requested(asking, "you");
  await expect(own).toContainText("Waits for a second person");
  await expect(own.getByRole("button")).toHaveText(["Withdraw…"]);

  await inPortalDatabase(
    curtail.dataDir,
    "update sessions set proved_at = proved_at - interval '15 minutes'",
  );
  await page.goto("/controls");
  const waiting = requested(page, OPERATOR);
  // A press before the page listens is lost, as it is for anybody.
  await expect(async () => {
    await waiting.getByRole("button", { name: "Approve…" }).click();
    await expect(dialog(page)).toContainText(`${OPERATOR} requested this.`, { timeout: 1_000 });
  }).toPass();
  await press(page, "Approve and issue");
  await expect(dialog(page).getByRole("heading", { name: "Is it you?" })).toBeVisible();
  expect(await controlsIn(service), "until somebody has proved who they are").toBe(before);
  await dialog(page).getByLabel("Password").fill(curtail.password);
  await press(page, "Continue");
  await expect(waiting).toContainText(`Approved by ${STAFF}`);
  expect(await controlsIn(service)).toBe(before + 1);

  await own.getByRole("link", { name: "See the control" }).click();
  await expect(asking.getByRole("heading", { name: "Accepted plan" })).toBeVisible();
  const control_id = new URL(asking.url()).pathname.split("/").at(-1)!;
  const control = await service.call("getControl", { params: { control_id } });
  expect(control).toMatchObject({ type: "ZERO_EXPORT", target: { id: group.id } });
  await asking.context().close();
});

test("a pause refuses what is new and says why, lets reading go on, and ends with an admin", async ({
  browser,
  curtail,
  service,
  staff: page,
}) => {
  const banner = (where: Page) => where.getByRole("status").filter({ hasText: "are paused." });
  const asking = await operator(browser, curtail);
  try {
    await chosen(asking, service);
    await press(asking, "Issue control…");
    const before = await controlsIn(service);
    await page.goto("/controls");
    await press(page, "Pause controls…");
    await dialog(page).getByLabel("Why").fill(REASON);
    await press(page, "Pause controls");
    await expect(banner(page)).toContainText(`By ${STAFF}`);

    await press(asking, "Issue control");
    await expect(dialog(asking).getByRole("alert")).toContainText("Nothing was recorded");
    await expect(dialog(asking).getByRole("alert")).toContainText(REASON);
    expect(await controlsIn(service)).toBe(before);
    await expect(banner(asking)).toContainText(REASON);
    await expect(banner(asking).getByRole("button")).toHaveCount(0);

    await page.goto("/controls");
    await expect(page.getByRole("table")).toBeVisible();
    await press(page, "Resume…");
    await press(page, "Resume controls");
    await expect(banner(page)).toHaveCount(0);
    await press(asking, "Issue control");
    await expect(asking.getByRole("heading", { name: "Accepted plan" })).toBeVisible();
    expect(await controlsIn(service)).toBe(before + 1);
  } finally {
    await service.call("resumeControls");
    await asking.context().close();
  }
});
