import type { Locator } from "@playwright/test";
import { seeChart } from "./page-ids.ts";
import { demoCustomer, demoGroup, expect, test } from "./users.ts";

const HOUR_MS = 3_600_000;

for (const width of [375, 768, 1440])
  test(`the timeline tells and opens a control by keyboard at ${width} px`, async ({
    staff: page,
    service,
  }) => {
    const params = { group_id: (await demoGroup(service)).id };
    const time_to = new Date(Date.now() + HOUR_MS).toISOString();
    const { id } = await service.call("controlGroup", {
      params,
      body: { type: "ZERO_EXPORT", time_to },
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/controls/timeline");
    const timeline = page.getByRole("region", { name: "Timeline of controls" });
    const block = timeline.locator(`a[href="/controls/${id}"]`);
    await expect(block).toBeVisible();
    await block.focus();
    const name = (await block.getAttribute("aria-label"))!;
    expect(name).toContain("Zero export");
    await expect(timeline.getByText(name)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/controls/${id}`);
    await service.call("cancelControl", { params: { control_id: id }, body: {} });
  });

/** Other controls of today may take the lanes that are shown at first. */
async function showAllLanes(lanes: Locator): Promise<void> {
  await expect(lanes).toBeVisible();
  const more = lanes.getByRole("button", { name: /^Show \d+ more/ });
  if (await more.isVisible()) await more.click();
}

test("overlapping controls lie on lanes below the chart, one Tab stop, which tell and open them", async ({
  staff: page,
  service,
}) => {
  const params = { group_id: (await demoGroup(service)).id };
  const time_to = new Date(Date.now() + HOUR_MS).toISOString();
  const issue = async (type: "ZERO_EXPORT" | "MAX_CONSUMPTION") =>
    (await service.call("controlGroup", { params, body: { type, time_to } })).id;
  const ids = [await issue("ZERO_EXPORT"), await issue("MAX_CONSUMPTION")];
  await page.goto("/");
  await seeChart(page);
  const lanes = page.getByRole("region", { name: "Controls in this chart" });
  await showAllLanes(lanes);
  const [first, second] = ids.map((id) => lanes.locator(`a[href="/controls/${id}"]`));
  await first!.scrollIntoViewIfNeeded();
  const [above, below] = [(await first!.boundingBox())!, (await second!.boundingBox())!];
  expect(Math.abs(above.y - below.y)).toBeGreaterThanOrEqual(above.height);
  await second!.hover();
  const name = (await second!.getAttribute("aria-label"))!;
  expect(name).toMatch(/^Maximum consumption · Today[ ,]/);
  await expect(lanes.getByText(name)).toBeVisible();
  const last = lanes.getByRole("link").last();
  await last.focus();
  await page.keyboard.press("ArrowUp");
  await expect(last).not.toBeFocused();
  await expect(lanes.locator("a:focus")).toHaveCount(1);
  await expect(lanes.locator('a[tabindex="0"]')).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(lanes.locator("a:focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(lanes.locator("a:focus")).toHaveCount(1);
  await first!.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/controls/${ids[0]}`);
  for (const control_id of ids)
    await service.call("cancelControl", { params: { control_id }, body: {} });
});

test("a customer's charts shade the hour of a request and link to its entry", async ({
  customer: page,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const { id } = await service.call("controlGroup", {
    params: { group_id: customer.group_id! },
    body: { type: "MAX_CONSUMPTION", time_to: new Date(Date.now() + HOUR_MS).toISOString() },
  });
  for (const address of ["/", "/history"]) {
    await page.goto(address);
    const lanes = page.getByRole("region", { name: "Verzoeken in deze grafiek" }).first();
    await showAllLanes(lanes);
    const block = lanes.locator(`a[href="/controls?control=${id}#${id}"]`);
    await block.scrollIntoViewIfNeeded();
    await block.click();
    await expect(page).toHaveURL(`/controls#${id}`);
    await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
  }
  await service.call("cancelControl", { params: { control_id: id }, body: {} });
});

test("a link to a customer's control reaches it on whichever page, also where it is folded", async ({
  customer: page,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const { id: customer_id } = customer;
  const issue = () =>
    service.call("controlGroup", {
      params: { group_id: customer.group_id! },
      body: { type: "MAX_CONSUMPTION", time_to: new Date(Date.now() + HOUR_MS).toISOString() },
    });
  const replaced = await issue();
  const newer = [await issue(), await issue()];
  const query = { page_size: 100 };
  const { data } = await service.call("listCustomerControls", { params: { customer_id }, query });
  const position = data.findIndex(({ control_id }) => control_id === replaced.id);
  expect(position).toBeGreaterThan(1);
  await page.goto(`/controls?control=${replaced.id}&page_size=2#${replaced.id}`);
  const search = new URLSearchParams({ page: String(Math.floor(position / 2)), page_size: "2" });
  await expect(page).toHaveURL(`/controls?${search}#${replaced.id}`);
  await expect(page.locator(`[id="${replaced.id}"]`)).toBeInViewport();
  expect((await page.goto("/controls?control=ctl_of_somebody"))!.status()).toBe(404);
  for (const { id: control_id } of [replaced, ...newer])
    await service.call("cancelControl", { params: { control_id }, body: {} });
});
