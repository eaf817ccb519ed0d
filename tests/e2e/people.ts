import type { BrowserContext, Page } from "@playwright/test";
import { CUSTOMER, expect, STAFF, test as base, type Curtail } from "./curtail.ts";
import { Service } from "./service.ts";

/** Signs in as a person does, on the sign-in page, wherever that was reached from. */
export async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
}

/** Gives a browser the session of an account, without opening a page. */
export async function signIn(
  context: BrowserContext,
  curtail: Curtail,
  email: string,
): Promise<void> {
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const answer = await context.request.post("/api/auth/callback/credentials", {
    headers: { Origin: curtail.portalUrl },
    form: { csrfToken, email, password: curtail.password, json: "true" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The test with people in it: a page each that is signed in, and the service to compare with. */
export const test = base.extend<{ staff: Page; customer: Page; service: Service }>({
  staff: async ({ page, context, curtail }, provide) => {
    await signIn(context, curtail, STAFF);
    await provide(page);
  },
  customer: async ({ page, context, curtail }, provide) => {
    await signIn(context, curtail, CUSTOMER);
    await provide(page);
  },
  service: async ({ curtail }, provide) => provide(new Service(curtail)),
});

/** The demo customer, as the service knows them, with what is theirs. */
export async function demoCustomer(service: Service) {
  const { data } = await service.call("listCustomers", { query: { search: CUSTOMER } });
  const [customer] = data;
  expect(customer, "the demo customer").toBeDefined();
  const own = { customer_id: customer!.id, page_size: 100 };
  const locations = (await service.call("listLocations", { query: own })).data;
  const devices = (await service.call("listDevices", { query: own })).data;
  return { customer: customer!, locations, devices };
}

/** Somebody else than the demo customer, in another group, with what is theirs. */
export async function anotherCustomer(service: Service) {
  const { customer } = await demoCustomer(service);
  const query = { page_size: 100, sort: "created_at" };
  const { data } = await service.call("listCustomers", { query });
  const other = data.find(({ group_id }) => group_id && group_id !== customer.group_id)!;
  const theirs = { customer_id: other.id };
  const location = (await service.call("listLocations", { query: theirs })).data[0]!;
  const device = (await service.call("listDevices", { query: theirs })).data[0]!;
  return { customer: other, location, device };
}

export { CUSTOMER, expect, STAFF } from "./curtail.ts";
