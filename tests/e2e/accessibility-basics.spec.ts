import type { Page } from "@playwright/test";
import { complaintsOf } from "./complaints.ts";
import { CUSTOMER, demoCustomer, expect, signIn, STAFF, test } from "./people.ts";
import { addressOf, complete, pagePatterns, someIds, type Ids } from "./places.ts";
import type { Service } from "./service.ts";

const PHONE = { width: 375, height: 740 };
const DESK = { width: 1440, height: 900 };

const customersPages = [
  "/",
  "/account",
  "/controls",
  "/devices",
  "/devices/[id]",
  "/locations",
  "/locations/[id]",
];

async function idsOf(service: Service, who: string): Promise<Ids> {
  const ids = await someIds(service);
  if (who === STAFF) return ids;
  const { customer, locations, devices } = await demoCustomer(service);
  return { ...ids, customers: customer.id, locations: locations[0]!.id, devices: devices[0]!.id };
}

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

async function expectReadable(page: Page, address: string): Promise<void> {
  const complaints = complaintsOf(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  expect((await page.goto(address))?.status()).toBe(200);
  await expectInOrder(page, PHONE);
  await expectInOrder(page, DESK);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectInOrder(page, DESK);
  expect(complaints).toEqual([]);
}

test("/sign-in is in order on a phone and on a desk, in light and in dark", async ({ page }) => {
  await expectReadable(page, "/sign-in");
});

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
