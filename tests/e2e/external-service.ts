import type { Page } from "@playwright/test";
import { FIRST } from "./portal-external.ts";
import { signIn } from "./sign-in.ts";
import { test as base } from "./fixtures.ts";

/** The portal in front of another service, with its first staff account signed in. */
export const test = base.extend<{ staff: Page }>({
  baseURL: async ({ elsewhere }, provide) => provide(elsewhere.portalUrl),
  staff: async ({ page, context, elsewhere }, provide) => {
    await signIn(context, { ...elsewhere, ...FIRST }, FIRST.email);
    await provide(page);
  },
});

export { expect } from "@playwright/test";
