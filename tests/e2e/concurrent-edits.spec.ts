import type { Page } from "@playwright/test";
import type { Service } from "./service.ts";
import { demoCustomer, expect, test } from "./users.ts";

const save = async (page: Page, outcome = "Saved") => {
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText(outcome)).toBeVisible();
};

/** A customer that no other test changes, read from the service. */
async function newCustomer(service: Service) {
  const { customer } = await demoCustomer(service);
  const body = {
    name: "Anna Smit",
    email: `anna-${Math.random().toString(36).slice(2, 8)}@example.org`,
    language: "nl-NL" as const,
    group_id: customer.group_id!,
  };
  const { id } = await service.call("createCustomer", { body });
  return { id, read: () => service.call("getCustomer", { params: { customer_id: id } }) };
}

test("a field that another user changed keeps that change when other fields are saved", async ({
  staff: page,
  context,
  service,
}) => {
  const { id, read } = await newCustomer(service);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`/customers/${id}`);

  await other.getByLabel("Group").selectOption("No group");
  await other.getByLabel("Language").selectOption("English");
  await save(other);
  await page.getByLabel("Name").fill("Anna de Smit");
  await save(page);
  const moved = { name: "Anna de Smit", language: "en-US", group_id: null };
  expect(await read()).toMatchObject(moved);
  await expect(page.getByLabel("Group")).toHaveValue("");

  await other.getByLabel("Language").selectOption("Nederlands");
  await save(other);
  expect(await read()).toMatchObject({ ...moved, language: "nl-NL" });
  await expect(other.getByLabel("Name")).toHaveValue("Anna de Smit");
});

test("a form without changes sends nothing and says so", async ({ staff: page, service }) => {
  const { id } = await newCustomer(service);
  await page.goto(`/customers/${id}`);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.getByLabel("Name").fill(" Anna Smit");
  await save(page, "Nothing was changed.");
  expect(sent.filter((url) => url.includes("/api/customers/"))).toEqual([]);
});
