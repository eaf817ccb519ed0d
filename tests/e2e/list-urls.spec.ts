import type { Page } from "@playwright/test";
import { demoGroup, expect, test } from "./users.ts";
import type { Service } from "./service.ts";

/** A unique name, also if a test runs again on the same data. */
const named = (what: string) => `${what} ${Math.random().toString(36).slice(2, 8)}`;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const names = (page: Page) => page.getByRole("table").locator("tbody a");
const idIn = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const newCustomer = (service: Service, name = named("Jansen")) =>
  service.call("createCustomer", {
    body: { name, email: `${name.replace(/\W/g, "").toLowerCase()}@example.org` },
  });

const inOrder = async (service: Service, query: Record<string, string | number>) =>
  (await service.call("listCustomers", { query })).data.map(({ name }) => name);

test("sort order and page of the customer list are in the URL, and back and forward restore them", async ({
  staff: page,
  service,
}) => {
  const byEmail = await inOrder(service, { sort: "email", page_size: 50 });
  await page.goto("/customers");
  await page.getByRole("columnheader", { name: "E-mail" }).getByRole("link").click();
  await expect(page).toHaveURL(/[?&]sort=email(&|$)/);
  await expect(names(page)).toHaveText(byEmail.slice(0, 25));
  await expect(page.getByRole("columnheader", { name: "E-mail" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );

  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL(/[?&]page=1(&|$)/);
  await expect(names(page)).toHaveText(byEmail.slice(25));
  await page.goBack();
  await expect(names(page)).toHaveText(byEmail.slice(0, 25));
  await expect(page).not.toHaveURL(/[?&]page=/);
  await page.goForward();
  await expect(names(page)).toHaveText(byEmail.slice(25));
  await page.reload();
  await expect(names(page)).toHaveText(byEmail.slice(25));
});

test("a search of the customer list is in the URL and survives going back", async ({
  staff: page,
  service,
}) => {
  const customer = await newCustomer(service);
  await page.goto("/customers?page=1");
  await page.getByRole("searchbox", { name: /search/i }).fill(customer.name);
  await expect(names(page)).toHaveText([customer.name]);
  const address = new URL(page.url()).searchParams;
  expect(address.get("search")).toBe(customer.name);
  expect(address.get("page")).toBeNull();

  await names(page).click();
  await expect(heading(page, customer.name)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: /search/i })).toHaveValue(customer.name);
  await expect(names(page)).toHaveText([customer.name]);
});

test("a customer's name, language and group are changed on their page", async ({
  staff: page,
  service,
}) => {
  const { id } = await newCustomer(service);
  const group = await demoGroup(service);
  const name = named("De Vries");
  await page.goto(`/customers/${id}`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Language").selectOption("en-US");
  await page.getByLabel("Group").selectOption({ label: group.name });
  await button(page, "Save changes").click();
  await expect(heading(page, name)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue(name);
  await expect(page.getByLabel("Language")).toHaveValue("en-US");
  const changed = await service.call("getCustomer", { params: { customer_id: id } });
  expect(changed).toMatchObject({ name, language: "en-US", group_id: group.id });
});

test("a customer is deleted after its name is typed", async ({ staff: page, service }) => {
  const { id, name } = await newCustomer(service);
  await page.goto(`/customers/${id}`);
  await button(page, "Delete").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The customer has no locations or devices.");
  await expect(dialog).toContainText("No users lose access to the portal");
  const sure = dialog.getByRole("button", { name: "Delete customer" });
  await dialog.getByRole("textbox").fill(name.slice(0, -1));
  await expect(sure).toBeDisabled();
  await dialog.getByRole("textbox").fill(name);
  await sure.click();
  await expect(heading(page, "Customers")).toBeVisible();
  expect(await service.status("getCustomer", { params: { customer_id: id } })).toBe(404);
  expect((await page.goto(`/customers/${id}`))?.status()).toBe(404);
  await expect(heading(page, "Page not found")).toBeVisible();
});

test("a group is created and opened", async ({ staff: page, service }) => {
  const name = named("Polder");
  await page.goto("/groups");
  await page.getByRole("link", { name: "New group" }).click();
  await button(page, "Create group").click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription(/required|empty/i);
  await page.getByLabel("Name").fill(name);
  await button(page, "Create group").click();
  await expect(heading(page, name)).toBeVisible();
  const group = await service.call("getGroup", { params: { group_id: idIn(page) } });
  expect(group).toMatchObject({ name, bidding_zone: "NL" });
});

test("a customer is created in a group and opened", async ({ staff: page, service }) => {
  const group = await demoGroup(service);
  const name = named("Bakkerij Smit");
  await page.goto("/customers");
  await page.getByRole("link", { name: "New customer" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill("not an address");
  await page.getByLabel("Group").selectOption({ label: group.name });
  await button(page, "Create customer").click();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/e-mail address/);
  await page.getByLabel("E-mail").fill("bakkerij@example.org");
  await button(page, "Create customer").click();
  await expect(heading(page, name)).toBeVisible();
  const customer = await service.call("getCustomer", { params: { customer_id: idIn(page) } });
  expect(customer).toMatchObject({ name, email: "bakkerij@example.org", group_id: group.id });
});

test("a location is created with a decimal comma, and a device is registered there", async ({
  staff: page,
  service,
}) => {
  const customer = await newCustomer(service);
  const address = named("Dorpsstraat 1, Ons Dorp");
  await page.goto(`/customers/${customer.id}`);
  await page.getByRole("link", { name: "New location" }).click();
  await expect(page.getByLabel("Customer", { exact: true })).toHaveValue(customer.id);
  await page.getByLabel("Address").fill(address);
  await page.getByLabel("Latitude").fill("52,0907");
  await page.getByLabel("Longitude").fill("5,1214");
  await button(page, "Create location").click();
  await expect(heading(page, address)).toBeVisible();
  const location = { location_id: idIn(page) };
  expect(await service.call("getLocation", { params: location })).toMatchObject({
    customer_id: customer.id,
    latitude: 52.0907,
    longitude: 5.1214,
    metadata: { address },
  });

  const name = named("Barn roof");
  await page.getByRole("link", { name: "Register device" }).click();
  await page.getByRole("radio", { name: "Solar inverter" }).check();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Brand").fill("BRAND_A");
  await page.getByLabel("Panels, peak power").fill("12,5");
  await page.getByLabel("Inverter, maximum AC power").fill("10");
  await button(page, "Register device").click();
  await expect(heading(page, address)).toBeVisible();
  await page.getByRole("link", { name }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("12.5");
  const [device] = (await service.call("listDevices", { query: location })).data;
  expect(device).toMatchObject({ name, brand: "BRAND_A", ratings: { pv_peak_kw: 12.5 } });
});

test("a device is found in the list and opened, with its ratings and its location", async ({
  staff: page,
  service,
}) => {
  const query = { device_type: "BATTERY", page_size: 1 };
  const device = (await service.call("listDevices", { query })).data[0]!;
  await page.goto("/devices");
  await page.getByRole("combobox", { name: "Type" }).selectOption("BATTERY");
  await expect(page).toHaveURL(/device_type=BATTERY/);
  await names(page).filter({ hasText: device.name }).first().click();
  await expect(heading(page, device.name)).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/Capacity/);
  await expect(page.getByRole("main").locator('a[href^="/locations/"]').first()).toBeVisible();
});

test("a group is controlled from its own page", async ({ staff: page, service }) => {
  const group = await demoGroup(service);
  const before = await service.total("listControls");
  await page.goto(`/groups/${group.id}`);
  await page.getByRole("link", { name: "Control this group" }).click();
  await expect(page.getByRole("radio", { name: group.name })).toBeChecked();
  await page.getByRole("radio", { name: /^Zero export/ }).check();
  await page.getByRole("radio", { name: /^Next quarter-hour/ }).check();
  await page.getByRole("button", { name: "Issue control…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(group.name);
  await dialog.getByRole("button", { name: "Issue control", exact: true }).click();
  await expect(page).toHaveURL(/\/controls\/ctrl_/);
  const control = await service.call("getControl", { params: { control_id: idIn(page) } });
  expect(control.target).toMatchObject({ kind: "group", id: group.id });
  expect(await service.total("listControls")).toBe(before + 1);
});
