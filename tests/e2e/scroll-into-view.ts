import { expect, type Locator } from "@playwright/test";

/** Scrolls to something, also where what stands in for it is just being replaced. */
export const intoSight = (what: Locator): Promise<void> =>
  expect(() => what.scrollIntoViewIfNeeded()).toPass();
