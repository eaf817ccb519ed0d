import { expect, type Locator } from "@playwright/test";

/** Scrolls to an element, also while its placeholder is being replaced. */
export const scrollToElement = (what: Locator): Promise<void> =>
  expect(() => what.scrollIntoViewIfNeeded()).toPass();
