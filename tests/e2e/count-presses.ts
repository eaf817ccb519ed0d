import type { Page } from "@playwright/test";

/** Counts the presses of a pointer, also on pages that are opened meanwhile. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  let count = 0;
  await page.exposeFunction("countPress", () => void count++);
  await page.addInitScript(() => {
    addEventListener(
      "pointerdown",
      () => void (window as never as { countPress(): void }).countPress(),
      true,
    );
  });
  return async () => count;
}
