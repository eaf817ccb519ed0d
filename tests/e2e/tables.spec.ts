import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import type { Page } from "@playwright/test";
import { scrollToElement } from "./scroll-into-view.ts";
import { expect, test } from "./users.ts";
import { viewer } from "./viewer-fixture.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const names = (page: Page) => page.getByRole("table").locator("tbody a");
const headings = (page: Page) => page.getByRole("columnheader");

/** The file a press leads to. */
async function downloaded(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

async function takeAlong(page: Page, kind: RegExp) {
  await page.getByRole("button", { name: /^Export(eren)?$/ }).click();
  return downloaded(page, () => page.getByRole("link", { name: kind }).click());
}

test("columns are chosen by keyboard, and saved in the URL and the browser", async ({
  staff: page,
}) => {
  await page.goto("/customers");
  await expect(headings(page).filter({ hasText: "Language" })).toBeVisible();
  await button(page, "Columns").focus();
  await page.keyboard.press("Enter");
  const language = page.getByRole("checkbox", { name: "Language", exact: true });
  await language.focus();
  await page.keyboard.press("Space");
  await expect(headings(page).filter({ hasText: "Language" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "ID", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(headings(page).filter({ hasText: "ID" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button(page, "Columns")).toBeFocused();
  await expect(language).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("columns")).toBe("email,group_name,created_at,id");

  await page.goto("/customers");
  await expect(headings(page).filter({ hasText: "ID" })).toBeVisible();
  await page.goto("/customers?columns=email");
  await expect(headings(page)).toHaveText([/^$/, "Name", "E-mail"]);
  await button(page, "Columns").click();
  await button(page, "Reset to default").click();
  await expect(headings(page).filter({ hasText: "Language" })).toBeVisible();
  expect(new URL(page.url()).searchParams.has("columns")).toBe(false);
});

test("a table is shown once it is complete, so that no row shifts another; cards appear as they arrive", async ({
  staff: page,
}) => {
  const whole = await (await page.request.get("/customers")).text();
  // Stops the page after its first two rows; the scripts would render the rest.
  const part = whole
    .split("</tr>")
    .slice(0, 3)
    .join("</tr>")
    .replaceAll(/<script.*?<\/script>/g, "");
  await page.route("/customers", (route) =>
    route.fulfill({ body: part, contentType: "text/html; charset=utf-8" }),
  );
  await page.goto("/customers");
  await expect(page.getByRole("searchbox").first()).toBeVisible();
  await expect(page.locator("tbody tr")).toHaveCount(2);
  await expect(page.locator("tbody tr").first()).toBeHidden();
  await page.setViewportSize({ width: 375, height: 800 });
  await expect(page.locator("tbody tr").first()).toBeVisible();

  await page.unroute("/customers");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/customers");
  await expect(page.locator("tbody tr").nth(1)).toBeVisible();
});

test("a row is reached by the tab key and opened by Enter", async ({ staff: page, service }) => {
  const [first] = (await service.call("listGroups", { query: { sort: "name" } })).data;
  await page.goto("/groups");
  await page.getByRole("columnheader", { name: "Created" }).getByRole("link").focus();
  await page.keyboard.press("Tab");
  await expect(names(page).first()).toBeFocused();
  const outline = await names(page)
    .first()
    .evaluate((link) => getComputedStyle(link).outlineStyle);
  expect(outline).not.toBe("none");
  await page.keyboard.press("Enter");
  await expect(heading(page, first!.name)).toBeVisible();
});

test("the column headings stay visible while scrolling", async ({ staff: page }) => {
  await page.goto("/devices?page_size=100");
  const name = page.getByRole("columnheader", { name: "Name" });
  await scrollToElement(names(page).last());
  await expect(name).toBeInViewport();
});

test("a CSV holds every row that matches the search, not only the page", async ({
  staff: page,
  service,
}) => {
  const query = { device_type: "BATTERY", page_size: 100 };
  const { data } = await service.call("listDevices", { query });
  await page.goto("/devices?device_type=BATTERY&page_size=10");
  const { name, bytes } = await takeAlong(page, /^CSV/);
  expect(name).toMatch(/^devices-\d{4}-\d{2}-\d{2}\.csv$/);
  const rows = parse(bytes, { bom: true, delimiter: ";", columns: true }) as object[];
  expect(rows).toHaveLength(data.length);
  expect(rows[0]).toMatchObject({ ID: expect.any(String), Type: "Battery" });
});

test("a list is exported as an Excel workbook", async ({ staff: page }) => {
  await page.goto("/customers?search=fam");
  const { name, bytes } = await takeAlong(page, /^Excel/);
  expect(name).toMatch(/^customers-.*\.xlsx$/);
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
});

test("selected customers are assigned to a group one by one; failures are named and can be retried", async ({
  staff: page,
  service,
}) => {
  const made = await service.call("createGroup", {
    body: { name: `Wijk ${Math.random().toString(36).slice(2, 8)}`, bidding_zone: "NL" },
  });
  const { data } = await service.call("listCustomers", { query: { sort: "name", page_size: 3 } });
  const unlucky = `**/api/customers/${data[1]!.id}`;
  await page.route(unlucky, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, body: "busy" })
      : route.fallback(),
  );
  await page.goto("/customers");
  for (const { name } of data) {
    await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).focus();
    await page.keyboard.press("Space");
  }
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("3 customers selected");
  await bar.getByRole("combobox").selectOption({ label: made.name });
  await button(page, "Assign").click();
  await expect(bar).toContainText(`2 customers were assigned to ${made.name}.`);
  await expect(bar.getByRole("alert")).toContainText(data[1]!.name);
  await expect(bar).toContainText("1 customer selected");

  await page.unroute(unlucky);
  await bar.getByRole("combobox").selectOption({ label: made.name });
  await button(page, "Assign").click();
  await expect(bar).toContainText(`1 customer was assigned to ${made.name}.`);
  const members = await service.call("listCustomers", { query: { group_id: made.id } });
  expect(members.data.map(({ id }) => id).sort()).toEqual(data.map(({ id }) => id).sort());
  expect(members.data.map(({ name }) => name).sort()).toEqual(data.map(({ name }) => name).sort());
});

test("all rows of a page can be selected at once, and partly deselected", async ({
  staff: page,
}) => {
  await page.goto("/customers?page_size=10");
  const whole = page.getByRole("checkbox", { name: "Select this page" });
  await whole.check();
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("10 customers selected");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(whole).not.toBeChecked();
  await page
    .getByRole("checkbox", { name: /^Select / })
    .nth(1)
    .check();
  await expect(bar).toContainText("11 customers selected");
  await button(page, "Clear selection").click();
  await expect(bar).toHaveCount(0);
});

test("locations that never reported can be filtered", async ({ staff: page, service }) => {
  const [customer] = (await service.call("listCustomers", { query: { page_size: 1 } })).data;
  const address = `Stille Steeg ${Math.random().toString(36).slice(2, 8)}`;
  await service.call("createLocation", {
    body: { customer_id: customer!.id, latitude: 52, longitude: 5, metadata: { address } },
  });
  await page.goto(`/locations?search=${encodeURIComponent(address)}`);
  await page.getByRole("combobox", { name: "State" }).selectOption("never_reported");
  await expect(page).toHaveURL(/[?&]state=never_reported(&|$)/);
  await expect(names(page)).toHaveText([address]);
  await expect(page.locator("tbody")).toContainText("Never reported");
  await page.goto(`/locations?search=${encodeURIComponent(address)}&state=reporting`);
  await expect(page.getByText("No locations found.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(names(page)).toHaveCount(25);
});

test("controls are searched by target and sorted by any column, both kept in the URL", async ({
  staff: page,
  service,
}) => {
  const name = `Wijk ${Math.random().toString(36).slice(2, 8)}`;
  const { id: group_id } = await service.call("createGroup", {
    body: { name, bidding_zone: "NL" },
  });
  const [later, last] = [26, 27].map((hours) => new Date(Date.now() + hours * 3_600_000));
  for (const type of ["ZERO_EXPORT", "MAX_PRODUCTION"] as const) {
    const body = { type, time_from: later!.toISOString(), time_to: last!.toISOString() };
    await service.call("controlGroup", { params: { group_id }, body });
  }
  await page.goto("/controls");
  await page.getByRole("searchbox", { name: "Search controls" }).fill(name.toUpperCase());
  await expect(names(page)).toHaveText(["Maximum production", "Zero export"]);
  for (const column of ["Target", "State", "Delivered kWh"]) {
    await headings(page).filter({ hasText: column }).getByRole("link").click();
    await expect(headings(page).filter({ hasText: column })).toHaveAttribute(
      "aria-sort",
      /ending$/,
    );
  }
  await expect(page).toHaveURL(/sort=-energy_kwh/);
  await page.reload();
  await expect(names(page)).toHaveCount(2);
  await page.getByRole("combobox", { name: "Reason" }).selectOption("price");
  await expect(page.getByText("No controls found.")).toBeVisible();
});

test("delivery per location is searched, and exported in full", async ({
  staff: page,
  service,
}) => {
  const [group] = (await service.call("listGroups", { query: { sort: "created_at" } })).data;
  const { id: control_id } = await service.call("controlGroup", {
    params: { group_id: group!.id },
    body: { type: "ZERO_EXPORT", time_to: new Date(Date.now() + 1_800_000).toISOString() },
  });
  const params = { control_id };
  const query = { page_size: 100, sort: "customer_name" };
  const { data } = await service.call("listControlDeliveries", { params, query });
  await page.goto(`/controls/${control_id}?page_size=10&sort=customer_name`);
  await expect(names(page).first()).toBeVisible();
  const whole = await takeAlong(page, /^CSV/);
  expect(whole.name).toMatch(new RegExp(`^deliveries-${control_id}-[-\\d]+\\.csv$`));
  const rows = parse(whole.bytes, { bom: true, delimiter: ";", columns: true }) as object[];
  expect(rows).toHaveLength(data.length);
  expect(rows[0]).toMatchObject({
    "Control ID": control_id,
    "Location ID": data[0]!.location_id,
    Customer: data[0]!.customer_name,
    "Devices: addressed (number)": String(data[0]!.devices.addressed),
  });
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search locations" }).fill(data[0]!.location_id);
  await expect(names(page)).toHaveCount(1);
  expect((await takeAlong(page, /^Excel/)).bytes.subarray(0, 2).toString()).toBe("PK");
});

test("a viewer sees no way to create, select, edit or delete", async ({
  browser,
  curtail,
  service,
}) => {
  const page = await viewer(browser, curtail);
  for (const noun of ["customers", "groups", "locations", "controls"]) {
    await page.goto(`/${noun}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").locator('a[href*="/new"]')).toHaveCount(0);
    await expect(page.getByRole("checkbox")).toHaveCount(0);
  }
  const [customer] = (await service.call("listCustomers", { query: { page_size: 1 } })).data;
  await page.goto(`/customers/${customer!.id}`);
  await expect(heading(page, customer!.name)).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(button(page, "Delete")).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText(customer!.email);
  for (const path of ["/customers/new", "/groups/new", "/locations/new"]) {
    expect((await page.goto(path))?.status(), path).toBe(404);
  }
  expect((await page.request.get("/api/exports/customers?format=csv")).status()).toBe(200);
  await page.context().close();
});

/** By how many pixels a select is too narrow for its selected label. */
const cutOff = (select: HTMLSelectElement) => {
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d")!;
  pen.font = font;
  const words = pen.measureText(select.selectedOptions[0]!.text).width;
  return words - (select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
};

for (const locale of ["en-GB", "nl-NL"])
  test.describe(`a reader of ${locale}`, () => {
    test.use({ locale, viewport: { width: 1024, height: 768 } });

    test("sees the selected option of every filter in full", async ({ staff: page }) => {
      for (const noun of ["controls", "locations", "devices", "audit"]) {
        await page.goto(`/${noun}`);
        const filters = page.locator("form[role=search] select").filter({ visible: true });
        await expect(filters).not.toHaveCount(0);
        for (const filter of await filters.all())
          expect(await filter.evaluate(cutOff), noun).toBeLessThan(0);
      }
    });

    test("finds the actions on controls within a phone's width", async ({ staff: page }) => {
      await page.setViewportSize({ width: 375, height: 780 });
      await page.goto("/controls");
      await expect(
        page.getByRole("link", { name: /^(Issue control|Sturing geven)$/ }),
      ).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    });
  });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 780 } });

  test("the menus of a list stay on the screen", async ({ staff: page }) => {
    await page.goto("/devices");
    for (const name of ["Columns", "Export"]) {
      await button(page, name).click();
      const sheet = await page.getByRole("group", { name }).boundingBox();
      expect(sheet!.x).toBeGreaterThanOrEqual(0);
      expect(sheet!.x + sheet!.width).toBeLessThanOrEqual(375);
    }
  });
});

test.describe("a customer", () => {
  test("exports their own locations, and no data of other customers", async ({
    customer: page,
  }) => {
    await page.goto("/locations");
    const { bytes } = await takeAlong(page, /^CSV/);
    const rows = parse(bytes, { bom: true, delimiter: ";" }) as string[][];
    expect(rows.length).toBeGreaterThan(1);
    for (const noun of ["customers", "groups", "controls"]) {
      const answer = await page.request.get(`/api/exports/${noun}?format=csv`);
      expect(answer.status(), noun).toBe(403);
    }
  });
});
