import type { Page } from "@playwright/test";
import { TIME } from "./clock.ts";
import { expect, test } from "./fault-proxy.ts";
import { demoGroup } from "./users.ts";

/** A little longer than the polling interval of a page. */
const SOON = { timeout: 40_000 };

const figure = (page: Page, label: string) =>
  page.locator("dt").filter({ hasText: label }).locator("xpath=following-sibling::dd");
const following = (page: Page) => figure(page, "Following a control");
const isLive = (page: Page) => page.getByText("Live", { exact: true });
const banner = (page: Page) => page.getByText(/Not refreshed since \d\d:\d\d:\d\d/);
const card = (page: Page, name: string | RegExp) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name }) });

/** The paths a page requests from the portal from now on. */
function asked(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

test("the overview shows the zone's state, the next control and yesterday's values", async ({
  watcher: page,
}) => {
  await expect(isLive(page)).toBeVisible();
  await expect(page.getByText(/updated \d\d:\d\d:\d\d/).first()).toBeVisible();
  await expect(card(page, "Next ISP")).toContainText(new RegExp(`ISP \\d+ · ${TIME}–${TIME}`));
  await expect(card(page, "Next ISP")).toContainText(/Expected with controls\s*[−\d.,]+\s*kW/);
  await expect(card(page, "Next ISP")).toContainText(/Downward flexibility\s*[−\d.,]+\s*kW/);
  const yesterday = card(page, "Compared with yesterday");
  await expect(yesterday).toContainText(/Upward flexibility, this ISP\s*[\d.,]+\s*kW/);
  await expect(yesterday).toContainText(/\d+ new customers?/);
  await expect(card(page, "Not reporting")).toBeVisible();
});

test("a change appears without a reload and without a request by the page", async ({
  watcher: page,
  gate,
}) => {
  await expect(isLive(page)).toBeVisible();
  const paths = asked(page);
  gate.alter = (path, answer) =>
    path.endsWith("/NL/status") ? { ...answer, curtailed: 7 } : answer;
  await expect(following(page)).toContainText("7");
  expect(paths.filter((path) => path.endsWith("/status"))).toEqual([]);
});

test("a control issued elsewhere appears without a reload", async ({
  watcher: page,
  gate,
  service,
}) => {
  await expect(isLive(page)).toBeVisible();
  const group = await demoGroup(service);
  const { id } = await service.call("controlGroup", {
    params: { group_id: group.id },
    body: { type: "ZERO_EXPORT" },
  });
  // The card has room for a few only; those that other tests issued do not count here.
  gate.alter = (path, answer) =>
    path === "/v1/control-summaries"
      ? { ...answer, data: (answer.data as { id: string }[]).filter((each) => each.id === id) }
      : answer;
  const entry = card(page, "Active and scheduled")
    .getByRole("listitem")
    .filter({ hasText: group.name });
  await expect(entry.locator(`a[href$="${id}"]`)).toHaveText("Zero export", SOON);
});

test("a location that stopped reporting is named, with a link to all such locations", async ({
  watcher: page,
  gate,
  service,
}) => {
  const { data } = await service.call("listLocations", { query: { page_size: 1 } });
  gate.alter = (path, answer) => (path === "/v1/locations" ? { data } : answer);
  await page.reload();
  const silent = card(page, "Not reporting");
  await expect(silent.getByRole("link").first()).toHaveAttribute(
    "href",
    `/locations/${data[0]!.id}`,
  );
  await expect(silent.getByRole("link", { name: /not reporting/ })).toHaveAttribute(
    "href",
    "/locations?state=silent",
  );
  await expect(silent.getByRole("link", { name: /never reported/ })).toHaveAttribute(
    "href",
    "/locations?state=never_reported",
  );
});

test("while the service is unavailable the page shows since when, and recovers automatically", async ({
  watcher: page,
  gate,
}) => {
  await expect(isLive(page)).toBeVisible();
  await expect(banner(page)).toBeHidden();
  gate.isShut = true;
  await expect(banner(page)).toBeVisible(SOON);
  await expect(following(page)).toBeVisible();
  gate.isShut = false;
  await expect(banner(page)).toBeHidden(SOON);
  await expect(isLive(page)).toBeVisible();
});

test("an offline browser shows that at once, and recovers automatically", async ({
  watcher: page,
  context,
}) => {
  await expect(isLive(page)).toBeVisible();
  await context.setOffline(true);
  await expect(banner(page)).toBeVisible();
  await expect(page.getByText("This browser is offline.", { exact: false })).toBeVisible();
  await context.setOffline(false);
  await expect(banner(page)).toBeHidden(SOON);
});

test("without a live stream the page polls", async ({ watcher: page, gate }) => {
  await page.route("**/api/live*", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Every 15 s", { exact: true })).toBeVisible();
  gate.alter = (path, answer) =>
    path.endsWith("/NL/status") ? { ...answer, curtailed: 9 } : answer;
  await expect(following(page)).toContainText("9", SOON);
  await expect(banner(page)).toBeHidden();
});
