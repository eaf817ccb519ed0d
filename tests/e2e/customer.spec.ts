import type { Page } from "@playwright/test";
import { anotherCustomer, CUSTOMER, demoCustomer, expect, signInByForm, test } from "./people.ts";
import { addressOf, charts, pagePatterns, someIds } from "./places.ts";

test.use({ viewport: { width: 375, height: 740 } });

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });
const nothing = (page: Page) => heading(page, "There is nothing here");

const ownPages = ["/", "/account", "/controls", "/devices", "/locations"];

test("a customer sees their own locations and devices on a phone, and no way to staff's pages", async ({
  page,
  curtail,
  service,
}) => {
  const { locations, devices } = await demoCustomer(service);
  await page.goto("/");
  await signInByForm(page, CUSTOMER, curtail.password);
  await expect(heading(page, /Hello/)).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Main" });
  await expect(navigation.getByRole("link")).toHaveCount(5);
  for (const name of ["Customers", "Groups", "Overview"]) {
    await expect(page.getByRole("link", { name })).toHaveCount(0);
  }

  await navigation.getByRole("link", { name: "Locations" }).click();
  await expect(heading(page, "Locations")).toBeVisible();
  const links = page.getByRole("table").locator('a[href^="/locations/"]');
  await expect(links).toHaveCount(locations.length);
  const shown = await links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
  expect(shown.sort()).toEqual(locations.map(({ id }) => `/locations/${id}`).sort());
  await expect(page.getByRole("link", { name: "New location" })).toHaveCount(0);

  await navigation.getByRole("link", { name: "Devices" }).click();
  await expect(heading(page, "Devices")).toBeVisible();
  await expect(page.getByRole("table").locator("tbody").getByRole("row")).toHaveCount(
    devices.length,
  );
  await page.getByRole("table").locator("tbody a").first().click();
  await expect(page.getByRole("main")).toContainText("Registered");
});

test("a customer opens a location and sees its day", async ({ customer: page, service }) => {
  const { locations } = await demoCustomer(service);
  await page.goto(`/locations/${locations[0]!.id}`);
  await expect(heading(page, String(locations[0]!.metadata.address))).toBeVisible();
  await expect(charts(page).first()).toBeVisible();
  await expect(page.getByText("Simulated").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Register device" })).toHaveCount(0);
});

test("every page of staff, and of somebody else's things, is not there for a customer", async ({
  customer: page,
  service,
}) => {
  const other = await anotherCustomer(service);
  const { locations } = await demoCustomer(service);
  const ids = {
    ...(await someIds(service)),
    customers: other.customer.id,
    groups: other.customer.group_id!,
    locations: other.location.id,
    devices: other.device.id,
  };
  const closed = pagePatterns.filter((pattern) => !ownPages.includes(pattern));
  expect(closed.length).toBeGreaterThan(10);
  for (const pattern of [...closed, `/locations/${locations[0]!.id}/devices/new`]) {
    const address = addressOf(pattern, ids);
    const answer = (await page.goto(address))!;
    expect(answer.status(), address).toBe(404);
    await expect(nothing(page), address).toBeVisible();
    expect(await answer.text(), address).not.toContain(other.customer.name);
  }
});

test("a customer changes their own name and language, and not their group", async ({
  customer: page,
  curtail,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const other = await anotherCustomer(service);
  const params = { customer_id: customer.id };
  const language = customer.language === "en-US" ? "nl-NL" : "en-US";
  await page.goto("/account");
  await expect(page.getByLabel("Group")).toHaveCount(0);
  await page.getByLabel("Name").fill(`${customer.name} & Co`);
  await page.getByLabel("Language").selectOption(language);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue(`${customer.name} & Co`);
  const changed = { ...customer, name: `${customer.name} & Co`, language };
  expect(await service.call("getCustomer", { params })).toEqual(changed);

  for (const group_id of [other.customer.group_id, customer.group_id, null]) {
    const answer = await page.request.post(`/api/customers/${customer.id}`, {
      headers: { Origin: curtail.portalUrl },
      data: { name: customer.name, group_id },
    });
    expect(answer.status()).toBe(403);
  }
  expect(await service.call("getCustomer", { params })).toEqual(changed);
});

test("what staff control is told to the customers it touches, in plain words", async ({
  customer: page,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const hour = 3_600_000;
  const from = Math.ceil(Date.now() / hour + 1) * hour;
  const control = await service.call("controlGroup", {
    params: { group_id: customer.group_id! },
    body: {
      type: "MAX_CONSUMPTION",
      time_from: new Date(from).toISOString(),
      time_to: new Date(from + hour).toISOString(),
    },
  });
  await page.goto("/controls");
  const told = page.getByRole("listitem").filter({ hasText: "as much as possible from the grid" });
  await expect(told.first()).toContainText(/your installations will be asked to take/i);
  await expect(told.first()).toContainText(/\d+(\.\d+)?\skWh (more|less) (to|from) the grid/);
  await expect(page.getByRole("main")).not.toContainText(control.id);
  await page.goto("/");
  await expect(page.getByRole("main")).toContainText(/will be asked to take as much as possible/);
});
