import type { Browser, CDPSession, Page } from "@playwright/test";
import { axeViolations } from "./axe-violations.ts";
import { watchConsoleErrors } from "./console-errors.ts";
import { accepted, invited, newAddress } from "./invitations.ts";
import type { Curtail } from "./start-stack.ts";
import { expect, test } from "./users.ts";

const texts = {
  en: {
    email: "E-mail",
    password: "Password",
    signIn: "Sign in",
    name: "Name",
    add: "Add a passkey",
    never: "Never used",
    used: /^Last used/,
    remove: "Remove Laptop",
    out: "Sign out",
    withPasskey: "Sign in with a passkey",
    refused: "This passkey is not accepted here.",
  },
  nl: {
    email: "E-mail",
    password: "Wachtwoord",
    signIn: "Inloggen",
    name: "Naam",
    add: "Passkey toevoegen",
    never: "Nooit gebruikt",
    used: /^Laatst gebruikt/,
    remove: "Laptop verwijderen",
    out: "Uitloggen",
    withPasskey: "Inloggen met een passkey",
    refused: "Deze passkey wordt hier niet geaccepteerd.",
  },
} as const;

/** A page with an authenticator like that of a laptop, under a host name: passkeys need one. */
async function withAuthenticator(browser: Browser, { portalUrl }: Curtail, locale: "en" | "nl") {
  const baseURL = portalUrl.replace("127.0.0.1", "localhost");
  const context = await browser.newContext({
    baseURL,
    locale: locale === "nl" ? "nl-NL" : "en-GB",
    viewport: { width: locale === "nl" ? 375 : 1280, height: 900 },
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, devtools, authenticatorId };
}

async function signInWithPassword(
  page: Page,
  email: string,
  password: string,
  locale: "en" | "nl",
) {
  const t = texts[locale];
  await page.goto("/sign-in");
  await page.getByLabel(t.email).fill(email);
  await page.getByLabel(t.password).fill(password);
  await page.getByRole("button", { name: t.signIn, exact: true }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
}

const setVerified = (devtools: CDPSession, authenticatorId: string, isUserVerified: boolean) =>
  devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });

for (const locale of ["en", "nl"] as const) {
  test(`a passkey is added, signs in, and is refused once removed, in ${locale}`, async ({
    staff,
    browser,
    curtail,
  }) => {
    const t = texts[locale];
    const { portalUrl, password } = curtail;
    const email = newAddress(`passkey-${locale}`);
    const person = { role: "staff", email, level: "viewer", language: locale } as const;
    const token = await invited(staff.request, portalUrl, person);
    await accepted(staff.request, portalUrl, { token, name: "Colleague", password });
    const { page, devtools, authenticatorId } = await withAuthenticator(browser, curtail, locale);
    const consoleErrors = watchConsoleErrors(page);
    await signInWithPassword(page, email, password, locale);

    await page.goto("/account");
    await page.getByLabel(t.name, { exact: true }).fill("Laptop");
    await page.getByRole("button", { name: t.add }).click();
    await expect(page.getByText(t.never)).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole("button", { name: t.out }).first().click();
    await expect(page).toHaveURL(/\/sign-in/);
    expect(await axeViolations(page)).toEqual([]);
    // Without a fingerprint or PIN the authenticator does not answer, and nobody is signed in.
    await setVerified(devtools, authenticatorId, false);
    const withPasskey = page.getByRole("button", { name: t.withPasskey });
    await withPasskey.click();
    await expect(withPasskey).toBeEnabled();
    await expect(page).toHaveURL(/\/sign-in/);
    await setVerified(devtools, authenticatorId, true);
    await withPasskey.click();
    await expect(page).not.toHaveURL(/\/sign-in/);

    await page.goto("/account");
    await expect(page.getByText(t.used)).toBeVisible();
    await page.getByRole("button", { name: t.remove }).click();
    await expect(page.getByText(t.used)).toHaveCount(0);
    await page.getByRole("button", { name: t.out }).first().click();
    await expect(page).toHaveURL(/\/sign-in/);
    await withPasskey.click();
    await expect(page.getByRole("alert").filter({ hasText: t.refused })).toBeVisible();
    expect(consoleErrors.filter((line) => !line.includes("status of 401"))).toEqual([]);
    await page.context().close();
  });
}

test("passkeys are not offered on an IP address, where browsers have none", async ({
  staff,
  browser,
  curtail,
}) => {
  await staff.goto("/account");
  await expect(staff.getByRole("heading", { name: "Passkeys" })).toHaveCount(0);
  const context = await browser.newContext({ baseURL: curtail.portalUrl });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  await context.close();
});
