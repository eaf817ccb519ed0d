import type { Page } from "@playwright/test";
import { expect, test } from "./users.ts";
import { complete } from "./page-ids.ts";

const other = { en: "nl", nl: "en" } as const;
const button = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: /^(Change to Dutch|Wijzig naar Engels)/ });

/** Presses the button twice: each press changes the texts, and a reload keeps them. */
async function switchesAndBack(page: Page): Promise<void> {
  await page.goto("/account");
  await complete(page);
  const html = page.locator("html");
  const first = (await html.getAttribute("lang")) as keyof typeof other;
  for (const language of [other[first], first]) {
    await button(page).click();
    await expect(html).toHaveAttribute("lang", language);
    await page.reload();
    await expect(html).toHaveAttribute("lang", language);
    await complete(page);
  }
}

test("staff change their language with one press in the header", async ({ staff }) =>
  switchesAndBack(staff));

test("a customer changes the language with one press in the header", async ({ customer }) =>
  switchesAndBack(customer));

test("the header of an admin stays on one line on a phone, in either language", async ({
  staff: page,
}) => {
  await page.goto("/account");
  const banner = page.getByRole("banner");
  const html = page.locator("html");
  const first = (await html.getAttribute("lang")) as keyof typeof other;
  for (const language of [other[first], first]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await complete(page);
    await button(page).click();
    await expect(html).toHaveAttribute("lang", language);
    await page.setViewportSize({ width: 375, height: 800 });
    const colours = banner.getByRole("button", { name: /^(Colours|Kleuren)/ });
    const brand = (await banner.getByRole("link", { name: "Curtail" }).boundingBox())!;
    expect((await colours.boundingBox())!.y).toBeLessThan(brand.y + brand.height);
  }
});
