import { axeViolations } from "./axe-violations.ts";
import { hold } from "./delay-response.ts";
import { demoCustomer, expect, test } from "./users.ts";
import { complete } from "./page-ids.ts";
import { viewer } from "./viewer-fixture.ts";

test("Ctrl+K finds a page, a customer by address and an action, without a mouse", async ({
  staff: page,
  service,
}) => {
  await page.goto("/devices");
  await complete(page);
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  const field = dialog.getByRole("combobox");
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.type("audit");
  await expect(dialog.getByRole("option", { name: "Audit trail" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/audit$/);
  await expect(dialog).toBeHidden();

  const { data } = await service.call("listLocations", { query: { page_size: 1 } });
  const [location] = data;
  await page.keyboard.press("Control+k");
  await page.keyboard.type(String(location!.metadata.address));
  await expect(dialog.getByRole("group", { name: "Locations" })).toBeVisible();
  const first = dialog.getByRole("group", { name: "Customers" }).getByRole("option").first();
  await expect(first).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(first).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/customers/${location!.customer_id}$`));

  await page.keyboard.press("Control+k");
  await page.keyboard.type("colours: dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("keys typed before the code of the palette has loaded are its text, not shortcuts", async ({
  staff: page,
}) => {
  await page.goto("/devices");
  await complete(page);
  const search = page.getByRole("main").getByRole("searchbox");
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  await search.focus();
  const arrive = await hold(page, /\/_next\/static\/.*\.js/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("au");
  await page.keyboard.press("Escape");
  await page.keyboard.type("gun");
  await expect(search).toHaveValue("gun");
  await search.blur();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("group");
  await expect(dialog).toHaveCount(0);
  arrive();
  await page.keyboard.type("s");
  await expect(dialog.getByRole("combobox")).toHaveValue("groups");
  await expect(dialog.getByRole("option").first()).toHaveText(/^Groups/);
  await expect(page).toHaveURL(/\/devices/);
});

test("a palette whose code cannot be fetched is tried again by keyboard", async ({
  staff: page,
}) => {
  await page.goto("/devices");
  await complete(page);
  const code = /\/_next\/static\/.*\.js/;
  await page.route(code, (route) => route.abort());
  await page.keyboard.press("Control+k");
  const again = page.getByRole("alert").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.getByRole("button", { name: "Search and commands" }).focus();
  await page.keyboard.press("Tab");
  await expect(again).toBeFocused();
  await page.unroute(code);
  await page.keyboard.press("Space");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
});

test("the palette finds a customer by the start of their town", async ({
  staff: page,
  service,
}) => {
  const town = `Zuidlaren${Math.random().toString(36).slice(2, 8)}`;
  const name = `Familie Groen ${crypto.randomUUID()}`;
  const email = "familie.groen@example.org";
  const { id: customer_id } = await service.call("createCustomer", { body: { name, email } });
  const metadata = { address: `Brink 3, ${town}` };
  const body = { customer_id, latitude: 53.1, longitude: 6.7, metadata };
  await service.call("createLocation", { body });
  await page.goto("/devices");
  await complete(page);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(town.slice(0, -2));
  const customers = dialog.getByRole("group", { name: "Customers" });
  await expect(customers.getByRole("option")).toHaveText([new RegExp(name)]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/customers/${customer_id}$`));
});

test("its button opens it on a phone, and nothing found is said", async ({ staff: page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto("/devices");
  await complete(page);
  await page.getByRole("button", { name: "Search and commands" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("zzzz nobody");
  await expect(dialog.getByRole("status")).toHaveText("No results");
});

test("single keys open pages and the search, not while typing, and can be turned off", async ({
  staff: page,
}) => {
  await page.goto("/devices");
  await complete(page);
  await page.keyboard.press("/");
  const search = page.getByRole("main").getByRole("searchbox");
  await expect(search).toBeFocused();
  await page.keyboard.type("gun?");
  await expect(search).toHaveValue("gun?");
  await search.fill("");
  await search.blur();
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/customers$/);
  await complete(page);
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/controls\/new$/);
  await complete(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  await expect(dialog.getByRole("option", { name: "Customers" })).toContainText("g u");
  await page.keyboard.type("turn off keyboard");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("?");
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await page.keyboard.press("Control+k");
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/controls\/new$/);
  await expect(dialog.getByRole("option", { name: "Customers" })).not.toContainText("g u");
});

test("controls are paused and resumed from any page, each after its confirmation", async ({
  staff: page,
}) => {
  await page.goto("/devices");
  await complete(page);
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("pause");
  await expect(palette.getByRole("option", { name: "Pause all controls…" })).toBeVisible();
  await page.keyboard.press("Enter");
  const confirmation = page.getByRole("dialog", { name: "Pause all controls?" });
  await expect(palette).toBeHidden();
  await confirmation.getByLabel("Reason").fill("A test of the palette");
  await confirmation.getByRole("button", { name: "Pause controls" }).click();
  await expect(page.getByText("Controls are paused.")).toBeVisible();

  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("resume");
  await expect(palette.getByRole("option", { name: "Resume controls…" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Resume controls" }).click();
  await expect(page.getByText("Controls are paused.")).toBeHidden();
});

test("those who may not pause have no such action", async ({ browser, curtail }) => {
  const page = await viewer(browser, curtail);
  await page.goto("/devices");
  await complete(page);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("option", { name: "Overview" })).toBeVisible();
  await expect(palette.getByRole("option", { name: /controls…$/ })).toHaveCount(0);
  await page.context().close();
});

test("a customer finds their own pages and locations, and nothing of staff", async ({
  customer: page,
  service,
}) => {
  const { locations } = await demoCustomer(service);
  const [location] = locations;
  await page.goto("/");
  await complete(page);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Zoeken en opdrachten" });
  await expect(palette.getByRole("option", { name: "Activiteit" })).toBeVisible();
  await expect(palette.getByRole("option", { name: /Sturing|Klanten/ })).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
  await expect(palette.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(String(location!.metadata.address));
  const found = palette.getByRole("group", { name: "Locaties" }).getByRole("option").first();
  await expect(found).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/locations/${location!.id}$`));
  // The keys of staff do nothing here.
  await complete(page);
  await page.keyboard.press("n");
  await page.keyboard.press("Control+k");
  await expect(palette).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/locations/${location!.id}$`));
});
