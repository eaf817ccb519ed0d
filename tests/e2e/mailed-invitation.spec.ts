import type { Browser, Page } from "@playwright/test";
import { decodePart, type ReceivedLetter } from "../support/mail-server.ts";
import { newAddress } from "./invitations.ts";
import { startMailing } from "./mailing-portal.ts";
import { anotherCustomer, expect, signInByForm, test as base } from "./users.ts";

const CHOSEN = "a few words together";

/** The portal that sends letters, for this test alone: it is started for it. */
const test = base.extend<{ mailing: Awaited<ReturnType<typeof startMailing>>["portal"] }>({
  mailing: [
    async ({ curtail }, provide) => {
      const { portal, stop } = await startMailing(curtail);
      await provide(portal);
      await stop();
    },
    { timeout: 180_000 },
  ],
});

const newPage = async (browser: Browser, locale: string): Promise<Page> =>
  (await browser.newContext({ locale })).newPage();

const linkIn = (letter: ReceivedLetter, portalUrl: string): string => {
  const words = decodePart(letter, "text/plain").split(/\s/);
  return words.find((word) => word.startsWith(`${portalUrl}/invitation/`))!;
};

test("a customer is invited by e-mail in their language, uses the link once, and sees their own data", async ({
  mailing: { portalUrl, email, password, mail },
  service,
  browser,
}) => {
  const { customer, location } = await anotherCustomer(service);
  await service.call("updateCustomer", {
    params: { customer_id: customer.id },
    body: { name: customer.name, language: "nl-NL" },
  });
  const staff = await newPage(browser, "en-GB");
  await staff.goto(portalUrl);
  await signInByForm(staff, email, password);
  await staff.goto(`${portalUrl}/customers/${customer.id}`);
  await staff.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = staff.getByRole("dialog");
  const address = newAddress("brief");
  await dialog.getByLabel("E-mail").fill(address);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(dialog.getByRole("status")).toContainText(`The link was sent to ${address}`);
  await expect(dialog.getByLabel("Link", { exact: true })).toHaveCount(0);

  await expect.poll(() => mail.letters.length).toBe(1);
  const [letter] = mail.letters;
  expect(letter).toMatchObject({ from: "portal@mailing.example", to: [address] });
  const text = decodePart(letter!, "text/plain");
  expect(text).toContain("kies een wachtwoord");
  expect(text).not.toContain("You are invited");
  const link = linkIn(letter!, portalUrl);
  expect(await staff.content()).not.toContain(link);

  const resident = await newPage(browser, "en-GB");
  await resident.goto(link);
  await expect(resident.getByRole("heading", { level: 1 })).toHaveText("Welkom");
  await resident.getByLabel("Wachtwoord", { exact: true }).fill(CHOSEN);
  await resident.getByRole("button", { name: "Beginnen" }).click();
  await expect(resident).toHaveURL(`${portalUrl}/`);
  expect((await resident.goto(`${portalUrl}/locations/${location.id}`))!.status()).toBe(200);
  expect((await resident.goto(`${portalUrl}/users`))!.status()).toBe(404);

  const second = await newPage(browser, "nl-NL");
  await second.goto(link);
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("Deze link werkt niet");
  const token = link.split("/").at(-1)!;
  const again = await second.request.post(`${portalUrl}/api/invitations/accept`, {
    headers: { Origin: portalUrl },
    data: { token, password: "another few words" },
  });
  expect(again.status()).toBe(409);
  for (const page of [staff, resident, second]) await page.context().close();
});
