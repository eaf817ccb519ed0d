import type { Page } from "@playwright/test";
import { openedAgain } from "./portal-behind-proxy.ts";
import { test as base } from "./users.ts";

type Readers = Record<"staffReader" | "customerReader", Page>;

/** The test with a member of staff and a customer, each signed in on a page behind the gate. */
export const test = base.extend<Readers>({
  baseURL: async ({ gate }, provide) => provide(gate.portalUrl),
  staffReader: async ({ page, context, gate, sessions }, provide) => {
    await context.addCookies(sessions.staff);
    await openedAgain(gate, context);
    await provide(page);
  },
  customerReader: async ({ page, context, gate, sessions }, provide) => {
    await context.addCookies(sessions.customer);
    await openedAgain(gate, context);
    await provide(page);
  },
});

export { expect } from "@playwright/test";
