import type { Page } from "@playwright/test";
import { CUSTOMER, STAFF } from "./start-stack.ts";
import { Service } from "./service.ts";
import { signIn } from "./sign-in.ts";
import { test as base } from "./fixtures.ts";

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

export { expect } from "@playwright/test";
export { CUSTOMER, STAFF } from "./start-stack.ts";
export { anotherCustomer, demoCustomer, demoGroup } from "./demo-fleet.ts";
export { signIn, signInByForm } from "./sign-in.ts";
