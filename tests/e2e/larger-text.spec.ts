import type { Page } from "@playwright/test";
import { cutText } from "./cut-text.ts";
import { manyControls } from "./controls-fixture.ts";
import { customersPages, getVisibleIds } from "./resource-ids.ts";
import { CUSTOMER, demoCustomer, expect, test } from "./users.ts";
import { toPagePath, complete } from "./page-ids.ts";
import type { Service } from "./service.ts";

const softly = expect.configure({ soft: true });

/** The narrowest supported window, and a phone with larger text, in percent. */
const looks = [
  { width: 320, text: 100 },
  { width: 375, text: 125 },
  { width: 375, text: 150 },
  { width: 375, text: 200 },
];

/** Checks a page at each of these for sideways scrolling and cut words. */
async function expectReadableLarge(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(path);
  await complete(page);
  for (const { width, text } of looks) {
    await page.setViewportSize({ width, height: 740 });
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, text);
    const what = `${path} at ${width} px, text at ${text} %`;
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await softly.poll(wide, what).toBeLessThanOrEqual(width);
    await softly.poll(() => cutText(page), what).toEqual([]);
  }
}

/** Issues zero export for the demo customer's group, the longest label. */
async function askNothing(service: Service): Promise<void> {
  const { customer } = await demoCustomer(service);
  const time_to = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const params = { group_id: customer.group_id! };
  await service.call("controlGroup", { params, body: { type: "ZERO_EXPORT", time_to } });
}

for (const locale of ["en", "nl"]) {
  const inLanguage = (portalUrl: string) => [{ name: "locale", value: locale, url: portalUrl }];

  test(`every page of a customer is usable with text at 200 %, in ${locale}`, async ({
    customer: page,
    context,
    curtail,
    service,
  }) => {
    test.setTimeout(180_000);
    await context.addCookies(inLanguage(curtail.portalUrl));
    await askNothing(service);
    await manyControls(service);
    const ids = await getVisibleIds(service, CUSTOMER);
    const own = customersPages.map((pattern) => toPagePath(pattern, ids));
    for (const path of [...own, "/history?span=week", "/history?span=month"])
      await expectReadableLarge(page, path);
  });

  test(`sign-in and the API guide are usable with text at 200 %, in ${locale}`, async ({
    page,
    context,
    curtail,
  }) => {
    await context.addCookies(inLanguage(curtail.portalUrl));
    for (const path of ["/sign-in", "/invitation/none", "/docs"])
      await expectReadableLarge(page, path);
  });
}

test("the layout of a staff page works with text at 200 %", async ({ staff: page }) => {
  for (const path of ["/users", "/groups"]) {
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(path);
    await complete(page);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const within = await cutText(page);
    const frame = await page.getByRole("navigation").or(page.getByRole("banner")).allInnerTexts();
    const words = frame.join("\n").split("\n").filter(Boolean);
    expect(within.filter((told) => words.some((word) => told.includes(word)))).toEqual([]);
  }
});
