import type { Browser, Page } from "@playwright/test";
import { TIME } from "./clock.ts";
import type { Curtail } from "./start-stack.ts";
import { demoGroup, expect, signIn, STAFF, test } from "./users.ts";
import { inPortalDatabase } from "./portal-database.ts";
import type { Service } from "./service.ts";

const OPERATOR = "operator@demo.example";
const REASON = "Grid operator called";
const controlsIn = (service: Service) => service.total("listControls");
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole("dialog");
const requested = (page: Page, who: string) =>
  page.getByRole("listitem").filter({ hasText: `Requested by ${who}` });

/** An operator who is no admin, signed in on another page. */
async function operator(browser: Browser, curtail: Curtail): Promise<Page> {
  const context = await browser.newContext({ baseURL: curtail.portalUrl, locale: "en-GB" });
  await signIn(context, curtail, OPERATOR);
  return context.newPage();
}

/** Makes previews report a limit that this control exceeds. */
const overLimit = (page: Page) =>
  page.route(/\/control\/preview$/, async (route) => {
    const answer = await route.fetch();
    const values = { requested: 52.4, limit: 50 };
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

test("a control requested by one user is issued once another approves it and authenticates again", async ({
  browser,
  curtail,
  service,
  staff: page,
}) => {
  const asking = await operator(browser, curtail);
  await overLimit(asking);
  const group = await chosen(asking, service);
  const before = await controlsIn(service);
  await expect(asking.getByText("up to 52.4 kW; above 50 kW another operator")).toBeVisible();
  await press(asking, "Request control…");
  await expect(dialog(asking)).toContainText("A request issues nothing.");
  await press(asking, "Send request");
  await expect(asking).toHaveURL(/\/controls$/);
  const own = requested(asking, "you");
  await expect(own).toContainText("Awaiting approval");
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
  await expect(dialog(page).getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  expect(await controlsIn(service), "until somebody has proved who they are").toBe(before);
  await dialog(page).getByLabel("Password").fill(curtail.password);
  await press(page, "Continue");
  await expect(waiting).toContainText(`Approved by ${STAFF}`);
  expect(await controlsIn(service)).toBe(before + 1);

  const way = await own.getByRole("link", { name: "View the control" }).getAttribute("href");
  const listed = asking.getByRole("table").locator(`a[href="${way}"]`);
  await expect(listed, "the list of who only looks on").toBeVisible();
  await own.getByRole("link", { name: "View the control" }).click();
  await expect(asking.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
  const control_id = new URL(asking.url()).pathname.split("/").at(-1)!;
  const control = await service.call("getControl", { params: { control_id } });
  expect(control).toMatchObject({ type: "ZERO_EXPORT", target: { id: group.id } });
  await asking.context().close();
});

/** Requests a zone control as the user of a page; returns its id. */
async function zoneRequested(page: Page, { portalUrl }: Curtail): Promise<string> {
  const data = { type: "MAX_CONSUMPTION", time_to: new Date(Date.now() + 3_600_000).toISOString() };
  const headers = { Origin: portalUrl };
  const answer = await page.request.post("/api/bidding-zones/NL/control/request", {
    headers,
    data,
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}

async function withdrawn(page: Page, { portalUrl }: Curtail, id: string): Promise<void> {
  const path = `/api/control-requests/${id}/reject`;
  const answer = await page.request.post(path, { headers: { Origin: portalUrl }, data: {} });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Opens the question whether to approve the request that waits longest in sight. */
async function askedToApprove(page: Page) {
  await page.goto("/controls");
  await expect(async () => {
    await page.getByRole("button", { name: "Approve…" }).first().click();
    await expect(dialog(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("a zone control is approved by reading its current effect and typing the zone's code", async ({
  browser,
  context,
  curtail,
  service,
  staff: page,
}) => {
  const asking = await operator(browser, curtail);
  await zoneRequested(asking, curtail);
  const before = await controlsIn(service);
  await askedToApprove(page);
  const approve = dialog(page).getByRole("button", { name: "Approve and issue" });
  await expect(dialog(page)).toContainText(/This addresses \d+ devices at \d+ locations/);
  await expect(dialog(page)).toContainText(/kWh of net injection if it starts at/);
  await expect(dialog(page)).toContainText("Solar energy is lost");
  await expect(dialog(page)).toContainText("Previewed at request:");
  await expect(approve).toBeDisabled();
  await dialog(page).getByLabel("Type NL").fill("NL");
  await context.clearCookies();
  await approve.click();
  await expect(dialog(page).getByRole("link", { name: "Sign in again" })).toBeVisible();
  await expect(approve, "once nobody is signed in").toBeDisabled();
  expect(await controlsIn(service)).toBe(before);

  await signIn(context, curtail, STAFF);
  await askedToApprove(page);
  await dialog(page).getByLabel("Type NL").fill("NL");
  await approve.click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await controlsIn(service)).toBe(before + 1);
  await asking.context().close();
});

test("a request withdrawn during review can no longer be approved, with the reason shown", async ({
  browser,
  curtail,
  service,
  staff: page,
}) => {
  const asking = await operator(browser, curtail);
  const before = await controlsIn(service);
  const first = await zoneRequested(asking, curtail);
  // The page does not show it yet: an immediate click gets a refusal.
  await page.route(`**/api/control-requests/${first}`, (route) => route.abort());
  await askedToApprove(page);
  await dialog(page).getByLabel("Type NL").fill("NL");
  const approve = dialog(page).getByRole("button", { name: "Approve and issue" });
  await expect(approve).toBeEnabled();
  await withdrawn(asking, curtail, first);
  await approve.click();
  await expect(dialog(page).getByRole("alert")).toContainText(
    "This request has already been decided.",
  );
  await expect(approve).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await expect(dialog(page)).toHaveCount(0);

  const second = await zoneRequested(asking, curtail);
  await askedToApprove(page);
  await expect(approve).toBeVisible();
  await withdrawn(asking, curtail, second);
  await expect(dialog(page).getByRole("status")).toContainText(`Withdrawn by ${OPERATOR}`);
  await expect(approve).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  const over = page.getByRole("region", { name: /Decided or expired/ }).getByRole("listitem");
  await expect(over.first()).toContainText("Withdrawn");
  // Where the clock changes meanwhile each end has its date and its zone.
  await expect(over.first()).toContainText(/Window: (To(day|morrow)|.* \d{4}, .* CES?T–)/);
  expect(await controlsIn(service)).toBe(before);
  await asking.context().close();
});

test("a pending request is shown on the overview and in the navigation until it is decided", async ({
  browser,
  curtail,
  staff: page,
}) => {
  const asking = await operator(browser, curtail);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const line = page.getByRole("main").getByRole("link", { name: /awaits approval/ });
  const entry = page.getByRole("navigation").getByRole("link", { name: /^Controls/ });
  await expect(line).toHaveCount(0);

  const id = await zoneRequested(asking, curtail);
  await expect(line).toHaveText(new RegExp(`^1 control awaits approval, until .*${TIME}$`), {
    timeout: 20_000,
  });
  await expect(entry.filter({ visible: true })).toHaveAccessibleName(/1 awaits approval/);
  await line.click();
  await expect(requested(page, OPERATOR).first()).toContainText("Awaiting approval");

  await page.goto("/");
  await expect(line).toBeVisible();
  await withdrawn(asking, curtail, id);
  await expect(line).toHaveCount(0, { timeout: 20_000 });
  await expect(entry.filter({ visible: true })).toHaveAccessibleName("Controls");
  await asking.context().close();
});

test("a pause refuses new controls with the reason, allows reading, and ends with an admin", async ({
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
    await dialog(page).getByLabel("Reason").fill(REASON);
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
    await expect(asking.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
    expect(await controlsIn(service)).toBe(before + 1);
  } finally {
    await service.call("resumeControls");
    await asking.context().close();
  }
});
