import type { Page } from "@playwright/test";
import { FIRST } from "./portal-external.ts";
import { signIn } from "./sign-in.ts";
import { test as base } from "./fixtures.ts";

/** The portal in front of another service, with its first staff account signed in. */
export const test = base.extend<{ staff: Page }>({
  baseURL: async ({ external }, provide) => provide(external.portalUrl),
  staff: async ({ page, context, external }, provide) => {
    await signIn(context, { ...external, ...FIRST }, FIRST.email);
    await provide(page);
  },
});

export { expect } from "@playwright/test";
