import type { Browser, BrowserContext, Page } from "@playwright/test";
import { CUSTOMER, expect, signIn, test } from "./users.ts";

const VIEWER = "viewer@demo.example";

/** A sign-in page in a language: nothing on it may be in another. */
const words = {
  en: { title: "Sign in", password: "Password", link: "Locations" },
  nl: { title: "Inloggen", password: "Wachtwoord", link: "Locaties" },
};
type Language = keyof typeof words;

async function expectAllIn(page: Page, language: Language): Promise<void> {
  const { title, password } = words[language];
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(new RegExp(`^${title}`));
  await expect(page.getByLabel(password, { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: title, exact: true })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", language);
}

async function speaks(context: BrowserContext, origin: string, language: Language | null) {
  const headers = { Origin: origin };
  const answer = await context.request.post("/api/account/language", {
    headers,
    data: { language },
  });
  expect(answer.status()).toBeLessThan(300);
}

/** Ends every session of an account except a new one, which is not stored. */
async function endElsewhere(
  browser: Browser,
  curtail: { portalUrl: string; password: string },
  email: string,
): Promise<void> {
  const other = await browser.newContext({ baseURL: curtail.portalUrl });
  await signIn(other, curtail, email);
  const headers = { Origin: curtail.portalUrl };
  const answer = await other.request.post("/api/account/end-other-sessions", { headers });
  expect(answer.status()).toBeLessThan(300);
  await other.close();
}

const pairs: { account: Language; asks: Language }[] = [
  { account: "nl", asks: "en" },
  { account: "en", asks: "nl" },
];
for (const { account, asks } of pairs) {
  for (const way of ["its cookie is gone", "it was ended elsewhere"]) {
    test(`the sign-in page is in one language when ${way}, of an account in ${account} in a browser that prefers ${asks}`, async ({
      browser,
      curtail,
    }) => {
      const context = await browser.newContext({ baseURL: curtail.portalUrl, locale: asks });
      await signIn(context, curtail, VIEWER);
      await speaks(context, curtail.portalUrl, account);
      const page = await context.newPage();
      await page.goto("/groups");
      await expect(page.locator("html")).toHaveAttribute("lang", account);
      if (way === "its cookie is gone") await context.clearCookies();
      else await endElsewhere(browser, curtail, VIEWER);
      await page.getByRole("navigation").getByText(words[account].link).first().click();
      await expectAllIn(page, asks);
      await signIn(context, curtail, VIEWER);
      await speaks(context, curtail.portalUrl, null);
      await context.close();
    });
  }
}

test.describe("a customer whose session ended", () => {
  test.use({ viewport: { width: 375, height: 740 } });

  for (const address of ["/", "/locations"]) {
    test(`sees so on ${address}${address === "/" ? "" : "/[id]"} and offered to sign in, and no more requests are sent`, async ({
      customer: page,
      browser,
      curtail,
    }) => {
      await page.clock.install();
      await page.goto(address);
      if (address !== "/") {
        await page.getByRole("table").locator('a[href^="/locations/"]').first().click();
        await expect(page).toHaveURL(/\/locations\/.+/);
      }
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const note = page.getByText("Je bent uitgelogd. Deze pagina wordt niet meer bijgewerkt.");
      await expect(note).toHaveCount(0);
      await endElsewhere(browser, curtail, CUSTOMER);
      await expect(async () => {
        await page.clock.fastForward(31_000);
        await expect(note).toBeVisible({ timeout: 2000 });
      }).toPass({ timeout: 40_000 });
      await expect(page.getByText("wordt er niets van je installatie gevraagd")).toHaveCount(0);

      let asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await expect(async () => {
        asked = [];
        for (let step = 0; step < 4; step++) {
          await page.clock.fastForward(31_000);
          await page.evaluate(() => document.title);
        }
        expect(asked).toEqual([]);
      }).toPass({ timeout: 30_000 });
      await page.getByRole("link", { name: "Opnieuw inloggen" }).first().click();
      await expectAllIn(page, "en");
    });
  }
});
