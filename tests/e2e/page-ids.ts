import { expect, type Locator, type Page } from "@playwright/test";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { isExposed } from "../../lib/portal/auth/policy.ts";
import { pagePatterns } from "../../tools/lighthouse-pages.ts";
import { scrollToElement } from "./scroll-into-view.ts";
import { toOperationPath, type Service } from "./service.ts";

export { pagePatterns };

/** An id for each noun whose pages carry one. */
export type Ids = Record<
  "customers" | "groups" | "locations" | "devices" | "controls" | "rules" | "webhooks",
  string
>;

/** The path of a page, with its `[id]` replaced by one of the noun before it. */
export const toPagePath = (pattern: string, ids: Ids): string =>
  pattern.replace(/(\w+)\/\[id\]/, (_, noun: keyof Ids) => {
    return `${noun}/${encodeURIComponent(ids[noun])}`;
  });

/** One of each noun that the service has; a control is issued when there is none yet. */
export async function someIds(service: Service): Promise<Ids> {
  const first = async (operation: "listCustomers" | "listGroups" | "listLocations") =>
    (await service.call(operation, { query: { page_size: 1, sort: "created_at" } })).data[0]!.id;
  const locations = await first("listLocations");
  const { data: devices } = await service.call("listDevices", {
    query: { location_id: locations },
  });
  return {
    customers: await first("listCustomers"),
    groups: await first("listGroups"),
    locations,
    devices: devices[0]!.id,
    controls: await someControl(service),
    rules: await someRule(service),
    webhooks: await someWebhook(service),
  };
}

async function someRule(service: Service): Promise<string> {
  const { data } = await service.call("listRules", { query: { page_size: 1 } });
  if (data[0]) return data[0].id;
  const rule = await service.call("createRule", {
    body: {
      name: "No export below zero",
      enabled: true,
      target: { kind: "bidding_zone", id: "NL" },
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
    },
  });
  return rule.id;
}

async function someWebhook(service: Service): Promise<string> {
  const { data } = await service.call("listWebhooks", { query: { page_size: 1 } });
  if (data[0]) return data[0].id;
  const webhook = await service.call("createWebhook", {
    body: {
      name: "Trading desk",
      url: "https://receiver.invalid/curtail",
      events: ["curtail.control.accepted", "curtail.control.delivered"],
    },
  });
  return webhook.id;
}

async function someControl(service: Service): Promise<string> {
  const { data } = await service.call("listControls", { query: { page_size: 1 } });
  if (data[0]) return data[0].id;
  const zone = { bidding_zone_id: "NL" };
  const control = await service.call("controlBiddingZone", {
    params: zone,
    body: { type: "ZERO_EXPORT" },
  });
  return control.id;
}

/** The key that loads content below the fold at once instead of after five seconds. */
const pressTab = (page: Page) =>
  page.evaluate(() => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" })));

/** Waits until a page has no placeholder left, including its charts below the fold. */
export async function complete(page: Page): Promise<void> {
  const placeholders = page.locator(".animate-pulse, [aria-busy=true]");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const afterTab = () => pressTab(page).then(() => placeholders.count());
  await expect.poll(afterTab, { intervals: [50, 100, 200] }).toBe(0);
  for (const figure of await page.getByRole("figure").all()) {
    await scrollToElement(figure);
    await expect(placeholders).toHaveCount(0);
  }
  await page.evaluate(() => scrollTo(0, 0));
}

/** The charts of a page with data: their accessible names describe it. */
const charts = (page: Page): Locator =>
  page.getByRole("figure").getByRole("img", { name: /\d\s*kWh|No measurements|Nothing measured/i });

/** Scrolls to the first chart of a page and waits until it is rendered. */
export async function seeChart(page: Page): Promise<void> {
  await scrollToElement(page.getByRole("figure").first());
  await expect(charts(page).first()).toBeVisible();
}

/** The portal path of an operation, with an id for each parameter. */
export const apiPath = (operation: OperationId, ids: Ids): string =>
  toOperationPath(operation, {
    bidding_zone_id: "NL",
    group_id: ids.groups,
    customer_id: ids.customers,
    location_id: ids.locations,
    device_id: ids.devices,
    control_id: ids.controls,
    request_id: "creq_none",
    device_type: "SOLAR_INVERTER",
    month: "2026-05",
  }).replace("/v1", "/api");

/** The operations the portal offers, documented and extension. */
export const allOperations = (Object.keys(operations) as OperationId[]).filter(isExposed);

/** The addresses of every signed-in page. */
export async function addresses(service: Service): Promise<string[]> {
  const ids = await someIds(service);
  return pagePatterns.map((pattern) => toPagePath(pattern, ids));
}
