import type { Page } from "@playwright/test";
import { documentedOperations, operations } from "../../lib/contract/index.ts";
import { getLocalDay, localDate, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { expect, test } from "./external-service.ts";
import { seeChart } from "./page-ids.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const passedThrough = (page: Page) => page.getByText(/passed through this portal/).first();
const idIn = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
const rows = (page: Page) => page.getByRole("table").locator("tbody").getByRole("row");

/**
 * Sees the history of today.
 * @returns false before the first quarter-hour of the day has ended, when it has no data
 */
async function seeToday(page: Page): Promise<boolean> {
  const nowMs = Date.now();
  const hasData = nowMs >= getLocalDay(localDate(nowMs)).startMs + QUARTER_MS;
  if (hasData) await seeChart(page);
  else await expect(page.getByText("No data yet").first()).toBeVisible();
  return hasData;
}

async function createGroup(page: Page, name: string): Promise<string> {
  await page.goto("/groups/new");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create group" }).click();
  await expect(heading(page, name)).toBeVisible();
  return idIn(page);
}

test("the overview shows the history of a service with only the documented operations", async ({
  staff: page,
  external,
}) => {
  await page.goto("/");
  await expect(heading(page, "Overview")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/does not offer/);
  if (await seeToday(page))
    await expect(page.locator("dd").filter({ hasText: "40.5" }).first()).toBeVisible();
  expect(external.said()).not.toContain(external.service.apiKey);
});

test("a control is issued there without a preview, and listed with its target", async ({
  staff: page,
  external: { service },
}) => {
  const id = await createGroup(page, "Polder West");
  const before = service.controls.length;
  await page.goto("/controls/new");
  await page.getByRole("radio", { name: /^Zero export/ }).check();
  await page.getByRole("radio", { name: /^Polder West/ }).check();
  await page.getByRole("radio", { name: /^Next hour/ }).check();
  await expect(page.getByText(/no preview/)).toBeVisible();
  await page.getByRole("button", { name: "Issue control…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Polder West");
  await expect(dialog).toContainText(/This portal cannot cancel it/);
  await dialog.getByRole("button", { name: "Issue control", exact: true }).dblclick();
  await expect(page.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
  expect(service.controls).toHaveLength(before + 1);
  expect(service.seen).toContain(`POST /v1/groups/${id}/control`);
  await expect(rows(page)).toHaveCount(service.controls[0]!.results.length);
  await expect(page.getByRole("button", { name: /Cancel control/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /^Delivery/ })).toHaveCount(0);

  await page.goto("/controls");
  const row = page
    .getByRole("row")
    .filter({ has: page.locator(`a[href$="${service.controls[0]!.id}"]`) });
  await expect(row).toContainText("Zero export");
  await expect(row).toContainText("Polder West");
});

test("the zone is controlled there, and listed as the zone", async ({
  staff: page,
  external: { service },
}) => {
  await page.goto("/controls/new?target=NL");
  await page.getByRole("radio", { name: /^Maximum production/ }).check();
  await page.getByRole("radio", { name: /^Next quarter-hour/ }).check();
  await page.getByRole("button", { name: "Issue control…" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("NL");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: "Issue control", exact: true })
    .click();
  await expect(page.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
  await page.goto("/controls");
  const row = page
    .getByRole("row")
    .filter({ has: page.locator(`a[href$="${service.controls[0]!.id}"]`) });
  await expect(row).toContainText("Maximum production");
  await expect(row).toContainText("Bidding zone NL");
});

test("groups and locations created through this portal are listed", async ({
  staff: page,
  external: { service },
}) => {
  await createGroup(page, "Polder Oost");
  await page.goto("/groups");
  await expect(passedThrough(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Polder Oost" })).toBeVisible();
  expect(service.groups.map(({ name }) => name)).toContain("Polder Oost");

  await page.goto("/locations");
  await page.getByRole("link", { name: "New location" }).click();
  await page.getByLabel("Customer ID").fill(service.customer.id);
  await page.getByLabel("Address").fill("Zeedijk 4, Elders");
  await page.getByLabel("Latitude").fill("51,5");
  await page.getByLabel("Longitude").fill("4");
  await page.getByRole("button", { name: "Create location" }).click();
  await expect(heading(page, "Zeedijk 4, Elders")).toBeVisible();
  await seeToday(page);
  expect(service.locations.at(-1)).toMatchObject({ latitude: 51.5, longitude: 4 });
  await page.goto("/locations");
  await expect(passedThrough(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Zeedijk 4, Elders" })).toBeVisible();
});

test("a device is opened there by its id, and listed afterwards", async ({
  staff: page,
  external: { service },
}) => {
  const open = async (id: string) => {
    await page.goto("/devices");
    await page.getByLabel("Open a device by ID").fill(id);
    await page.getByRole("button", { name: "Open" }).click();
  };
  await open("nobody-has-this");
  await expect(heading(page, "Page not found")).toBeVisible();
  await open(service.device.id);
  await expect(heading(page, service.device.name)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(service.device.brand);
  await page.goto("/devices");
  await expect(page.getByRole("link", { name: service.device.name })).toBeVisible();
});

test("a customer is updated and deleted there by id", async ({
  staff: page,
  external: { service },
}) => {
  const { id } = service.customer;
  await page.goto("/customers");
  await page.getByLabel("Open a customer by ID").fill(id);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByLabel("Name").fill("Hoeve Nieuw");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(heading(page, "Hoeve Nieuw")).toBeVisible();
  expect(service.customers.get(id)).toEqual({ ...service.customer, name: "Hoeve Nieuw" });

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Hoeve Nieuw");
  await dialog.getByRole("button", { name: "Delete customer" }).click();
  await expect(heading(page, "Customers")).toBeVisible();
  expect(service.customers.has(id)).toBe(false);
  await expect(page.getByRole("link", { name: "Hoeve Nieuw" })).toHaveCount(0);
});

test("the portal requests only documented operations and the API document from it", async ({
  staff: page,
  external: { service },
}) => {
  for (const address of ["/", "/controls", "/customers", "/groups", "/locations", "/devices"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  const documented = documentedOperations.map((id) => {
    const { method, path } = operations[id];
    return new RegExp(`^${method.toUpperCase()} ${path.replace(/\{\w+\}/g, "[^/]+")}$`);
  });
  const asked = service.seen.filter((call) => !documented.some((one) => one.test(call)));
  expect([...new Set(asked)]).toEqual(["GET /v1/openapi.json"]);
});
