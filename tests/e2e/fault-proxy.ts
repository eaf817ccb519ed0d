import type { Page } from "@playwright/test";
import { openAgain, openedAgain, WATCHER } from "./portal-behind-proxy.ts";
import { test as base } from "./users.ts";
import { signIn } from "./sign-in.ts";

/** The test on the portal behind the gate, with a page on its overview as staff. */
export const test = base.extend<{ watcher: Page }>({
  baseURL: async ({ gate }, provide) => provide(gate.portalUrl),
  watcher: async ({ page, context, gate }, provide) => {
    openAgain(gate);
    await signIn(context, { ...gate, ...WATCHER }, WATCHER.email);
    await openedAgain(gate, context);
    await page.goto("/");
    await provide(page);
  },
});

export { expect } from "@playwright/test";
