import { axeViolations } from "./axe-violations.ts";
import { complete } from "./page-ids.ts";
import { PHONE } from "./sizes.ts";
import { expect, test } from "./users.ts";

test("a term says what it means by pointer and by keyboard, until Escape", async ({
  staff: page,
}) => {
  await page.goto("/");
  await complete(page);
  const term = page.getByRole("button", { name: "Net injection" }).first();
  const meaning = page.getByRole("tooltip").filter({ hasText: "production minus consumption" });
  await term.hover();
  await expect(meaning).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(meaning).toBeHidden();
  await term.focus();
  await expect(meaning).toBeVisible();
  await expect(term).toHaveAccessibleDescription(/^Average power at the grid connection/);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(meaning).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test("a press on a term shows its meaning within the screen", async ({ staff: page }) => {
    await page.goto("/");
    await complete(page);
    await page.getByRole("button", { name: "Downward flexibility" }).first().tap();
    const meaning = page.getByRole("tooltip").filter({ hasText: "lower net injection" }).first();
    await expect(meaning).toBeVisible();
    const box = (await meaning.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
  });
});
