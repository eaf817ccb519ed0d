import type { Page } from "@playwright/test";
import { complaintsOf } from "./complaints.ts";
import { findingsOn } from "./findings.ts";
import { customersPages, idsOf, staffPages } from "./own-places.ts";
import { CUSTOMER, expect, signIn, STAFF, test } from "./people.ts";
import { addressOf, complete } from "./places.ts";

test.describe.configure({ mode: "parallel", timeout: 180_000 });

const PHONE = { width: 375, height: 740 };
const DESK = { width: 1440, height: 900 };

async function expectInOrder(page: Page, size: typeof PHONE): Promise<void> {
  await page.setViewportSize(size);
  await complete(page);
  await expect
    .poll(() => sidewaysPixels(page), { message: `sideways scroll at ${size.width} px` })
    .toBe(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(page).toHaveTitle(/^\S.*Curtail$/);
}

const sidewaysPixels = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Each size, and each theme: a theme changes colours only. */
const looks = [
  { colorScheme: "light", size: PHONE, what: "everything" },
  { colorScheme: "light", size: DESK, what: "everything" },
  { colorScheme: "dark", size: DESK, what: "colours" },
] as const;

async function expectReadable(page: Page, address: string): Promise<void> {
  const complaints = complaintsOf(page);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(address.includes("unknown") ? 404 : 200);
  const findings: string[] = [];
  for (const { colorScheme, size, what } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectInOrder(page, size);
    const found = await findingsOn(page, what);
    findings.push(...found.map((finding) => `${colorScheme} ${size.width} px: ${finding}`));
  }
  expect(findings, `what axe finds on ${address}`).toEqual([]);
  expect(complaints).toEqual([]);
}

/** The reference's pages are one layout: one of them, with every kind of field, stands for all. */
const open = ["/sign-in", "/invitation/none", "/offline", "/docs", "/docs/controls"];

for (const address of open) {
  test(`${address} is in order on a phone and on a desk, in light and in dark`, async ({
    page,
  }) => {
    await expectReadable(page, address);
  });
}

for (const [who, patterns] of [
  [STAFF, staffPages],
  [CUSTOMER, customersPages],
] as const) {
  for (const pattern of patterns) {
    test(`${pattern} of ${who} is in order on a phone and on a desk, in light and in dark`, async ({
      page,
      context,
      curtail,
      service,
    }) => {
      await signIn(context, curtail, who);
      await expectReadable(page, addressOf(pattern, await idsOf(service, who)));
    });
  }
}

test("the colours a person chose stay, whatever the system says", async ({ staff: page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const html = page.locator("html");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/account");
  const light = await background();
  const colours = page.getByRole("button", { name: /^Colours/ });
  while ((await html.getAttribute("data-theme")) !== "dark") await colours.click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
  expect(await background()).toBe(dark);
});
