import type { Browser, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import type { Curtail } from "./start-stack.ts";
import { accepted, invited, newAddress } from "./invitations.ts";
import { expect, signIn, test } from "./users.ts";
import { startPortalBefore } from "./standalone-portal.ts";
import { inPortalDatabase } from "./portal-database.ts";

/** A code of an authenticator app, so many steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Signs in a colleague used by this test only, as it changes their sign-in. */
async function colleague(staff: Page, browser: Browser, { portalUrl, password }: Curtail) {
  const email = newAddress("colleague");
  const person = { role: "staff", email, level: "viewer", language: "en" } as const;
  const token = await invited(staff.request, portalUrl, person);
  await accepted(staff.request, portalUrl, { token, name: "Colleague", password });
  const context = await browser.newContext({ baseURL: portalUrl });
  await signIn(context, { portalUrl, password }, email);
  return { page: await context.newPage(), email };
}

async function signInWith(page: Page, email: string, password: string) {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a second factor is set up, required at sign-in, and reset by an admin", async ({
  staff,
  browser,
  curtail,
}) => {
  const { page, email } = await colleague(staff, browser, curtail);
  await page.goto("/account");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "The secret as a QR code" })).toBeVisible();
  const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
  await page.getByLabel("Code from the app").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("This code is not correct, or has been used before.")).toBeVisible();
  await page.getByLabel("Code from the app").fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [recovery] = await codes.allInnerTexts();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();

  await page.getByRole("button", { name: "Sign out" }).first().click();
  const seen: string[] = [];
  page.on("request", (request) => seen.push(request.url()));
  await signInWith(page, email, curtail.password);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "incorrect" })).toBeVisible();
  const code = codeOf(secret, 1);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(seen.filter((url) => url.includes(code))).toEqual([]);

  await page.getByRole("button", { name: "Sign out" }).first().click();
  await signInWith(page, email, curtail.password);
  await page.getByLabel("Code").fill(recovery!);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  await staff.goto("/users");
  await staff.getByRole("row").filter({ hasText: email }).getByRole("button").first().click();
  await staff.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(staff.getByRole("dialog")).toHaveCount(0);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in/);
  await signInWith(page, email, curtail.password);
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  await page.context().close();
});

test("a zone control asks for the password if the last authentication is old, then continues", async ({
  staff: page,
  service,
  curtail,
}) => {
  const before = await service.total("listControls");
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/bidding-zones/NL/control")) {
      keys.push(request.headers()["idempotency-key"]);
    }
  });
  await page.goto("/controls/new");
  await page.getByRole("radio", { name: /^Bidding zone NL/ }).check();
  await page.getByRole("radio", { name: /^Zero export/ }).check();
  await page.getByRole("radio", { name: /^Next hour/ }).check();
  await inPortalDatabase(
    curtail.dataDir,
    "update sessions set proved_at = proved_at - interval '15 minutes'",
  );
  await page.getByRole("button", { name: "Issue control…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("NL");
  await dialog.getByRole("button", { name: "Issue control", exact: true }).click();
  await expect(dialog.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  expect(await service.total("listControls")).toBe(before);
  await dialog.getByLabel("Password").fill("not the password");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("This is not your current password.")).toBeVisible();
  await dialog.getByLabel("Password").fill(curtail.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/controls\/(?!new)[^/]+$/);
  await expect(page.getByRole("heading", { name: "Planned net injection" })).toBeVisible();
  expect(await service.total("listControls")).toBe(before + 1);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test("a new API key asks for the password if the last authentication is old, then is created", async ({
  staff: page,
  curtail,
}) => {
  await page.goto("/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Proved");
  await inPortalDatabase(
    curtail.dataDir,
    "update sessions set proved_at = proved_at - interval '15 minutes'",
  );
  await page.getByRole("button", { name: "Create key" }).click();
  const asked = page.getByRole("dialog").filter({ hasText: "Confirm it’s you" }).last();
  await asked.getByLabel("Password").fill(curtail.password);
  await asked.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Key", { exact: true })).toHaveValue(/^ck_/);
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Proved" })).toHaveCount(1);
});

test("where a second factor is required, staff can only set it up", async ({
  page,
  context,
  curtail: { serviceUrl, apiKey },
}) => {
  test.setTimeout(180_000);
  const first = { email: "first@required.example", password: "only-for-browser-tests" };
  const required = () => ({ STAFF_SECOND_FACTOR: "required" });
  const portal = await startPortalBefore({ baseUrl: serviceUrl, apiKey }, first, required);
  try {
    await page.goto(`${portal.portalUrl}/controls`);
    await signInWith(page, first.email, first.password);
    await expect(page.getByText("Staff sign in with a second factor.")).toBeVisible();
    await expect(page).toHaveURL(`${portal.portalUrl}/account`);
    await page.getByRole("link", { name: "Groups" }).first().click();
    await expect(page).toHaveURL(`${portal.portalUrl}/account`);
    const answer = await context.request.get(`${portal.portalUrl}/api/groups`);
    expect(await answer.json()).toMatchObject({ status: 403, code: "second-factor-required" });

    await page.getByRole("button", { name: "Set up" }).click();
    const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
    await page.getByLabel("Code from the app").fill(codeOf(secret));
    const older = "update sessions set proved_at = proved_at - interval '15 minutes'";
    await inPortalDatabase(portal.dataDir, older);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url().split("/api/account/")[1] ?? ""));
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill(first.password);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "I have saved them" }).click();
    const confirm = "second-factor/confirm";
    expect(sent.filter(Boolean)).toEqual([confirm, "prove", confirm]);
    await page.getByRole("link", { name: "Groups" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Groups" })).toBeVisible();
    await page.goto(`${portal.portalUrl}/account`);
    await expect(page.getByText("10 recovery codes are left.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Turn off" })).toHaveCount(0);
  } finally {
    await portal.stop();
  }
});
