import type { Page } from "@playwright/test";
import { hold } from "./delay-response.ts";
import { demoGroup, expect, test } from "./users.ts";

/** Opens a page whose scripts are delayed until `arrive` is called. */
async function openEarly(page: Page, address: string) {
  const arrive = await hold(page, /\/_next\/static\/.*\.js/);
  await page.goto(address, { waitUntil: "commit" });
  return arrive;
}

test("input made before a form is hydrated is what it sends", async ({ staff: page, service }) => {
  const group = await demoGroup(service);
  const arrive = await openEarly(page, "/customers/new");
  const create = page.getByRole("button", { name: "Create customer" });
  await page.getByLabel("Name").fill("Hoeve Vroeg");
  await page.getByLabel("E-mail").fill("vroeg@demo.example");
  await page.getByLabel("Language").selectOption({ label: "English" });
  await page.getByLabel("Group").selectOption(group.id);
  await expect(create).toBeDisabled();
  await page.getByLabel("Name").press("Enter");
  arrive();
  await create.click();
  await expect(page.getByRole("heading", { level: 1, name: "Hoeve Vroeg" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  expect(await service.call("getCustomer", { params: { customer_id: id } })).toMatchObject({
    name: "Hoeve Vroeg",
    email: "vroeg@demo.example",
    language: "en-US",
    group_id: group.id,
  });
});

test("a control chosen before the console is hydrated is the one previewed", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  const before = await service.total("listControls");
  const arrive = await openEarly(page, "/controls/new");
  await page.getByRole("radio", { name: group.name }).check();
  await page.getByRole("radio", { name: /^Zero export/ }).check();
  await page.getByRole("radio", { name: /^Next quarter-hour/ }).check();
  await page.getByText("Price", { exact: true }).click();
  const previewed = page.waitForRequest(/\/api\/.*preview/);
  arrive();
  const body = (await previewed).postDataJSON();
  expect(body).toMatchObject({ type: "ZERO_EXPORT" });
  await expect(page.getByRole("button", { name: "Issue control…" })).toBeEnabled();
  for (const name of [group.name, /^Zero export/, /^Next quarter-hour/, "Price"]) {
    await expect(page.getByRole("radio", { name })).toBeChecked();
  }
  expect(await service.total("listControls")).toBe(before);
});

test("search and filters entered before the list is hydrated are applied", async ({
  staff: page,
}) => {
  const arrive = await openEarly(page, "/locations");
  await page.getByRole("searchbox").fill("Haarlem");
  await page.getByLabel("State").first().selectOption({ index: 1 });
  arrive();
  await expect(page).toHaveURL(/search=Haarlem/);
  await expect(page).toHaveURL(/state=/);
});

test("a search typed while a filter is being applied keeps the filter", async ({ staff: page }) => {
  await page.goto("/locations");
  const release = await hold(page, /[?&]state=.*_rsc=/);
  const isFiltered = page.waitForRequest(/[?&]state=.*_rsc=/);
  await page.getByLabel("State").first().selectOption({ index: 1 });
  await isFiltered;
  const isSearched = page.waitForRequest(/[?&]search=Haarlem.*_rsc=/);
  await page.getByRole("searchbox").fill("Haarlem");
  await isSearched;
  release();
  await expect(page).toHaveURL(/[?&]search=Haarlem/);
  await expect(page).toHaveURL(/[?&]state=/);
});

test("a row ticked before the list is hydrated is selected, and no other", async ({
  staff: page,
}) => {
  const arrive = await openEarly(page, "/customers");
  await page.getByRole("row").nth(2).getByRole("checkbox").check();
  arrive();
  await expect(page.getByText("1 customer selected")).toBeVisible();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(1);
});

test("selecting a whole page works before hydration", async ({ staff: page }) => {
  const arrive = await openEarly(page, "/customers");
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  arrive();
  await expect(page.getByText("25 customers selected")).toBeVisible();
});
