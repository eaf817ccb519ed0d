import type { Page } from "@playwright/test";
import { tags } from "../../components/docs/reference.ts";
import { complaintsOf } from "./complaints.ts";
import { findingsOn } from "./findings.ts";
import { customersPages, idsOf } from "./own-places.ts";
import { CUSTOMER, expect, signIn, STAFF, test } from "./people.ts";
import { addressOf, complete, pagePatterns } from "./places.ts";

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

const looks = (["light", "dark"] as const).flatMap((colorScheme) =>
  [PHONE, DESK].map((size) => ({ colorScheme, size })),
);

async function expectReadable(page: Page, address: string): Promise<void> {
  const complaints = complaintsOf(page);
  await page.setViewportSize(PHONE);
  expect((await page.goto(address))?.status()).toBe(200);
  const findings: string[] = [];
  for (const { colorScheme, size } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectInOrder(page, size);
    const found = await findingsOn(page);
    findings.push(...found.map((finding) => `${colorScheme} ${size.width} px: ${finding}`));
  }
  expect(findings, `what axe finds on ${address}`).toEqual([]);
  expect(complaints).toEqual([]);
}

for (const address of ["/sign-in", "/docs", ...tags.map((tag) => `/docs/${tag}`)]) {
  test(`${address} is in order on a phone and on a desk, in light and in dark`, async ({
    page,
  }) => {
    await expectReadable(page, address);
  });
}

for (const [who, patterns] of [
  [STAFF, pagePatterns],
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
