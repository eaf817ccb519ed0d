import type { APIRequestContext } from "@playwright/test";
import { test as base } from "./users.ts";

/** The test with the portal behind nginx, signed out. */
export const test = base.extend<{ visitor: APIRequestContext }>({
  baseURL: async ({ proxied }, provide) => provide(proxied.publicUrl),
  ignoreHTTPSErrors: true,
  visitor: async ({ playwright, proxied }, provide) => {
    const visitor = await playwright.request.newContext({
      baseURL: proxied.publicUrl,
      ignoreHTTPSErrors: true,
    });
    await provide(visitor);
    await visitor.dispose();
  },
});

export { expect } from "@playwright/test";
