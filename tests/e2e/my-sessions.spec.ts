import { expect, signIn, STAFF, test } from "./users.ts";

test("a user's sessions are listed by device, and each can be signed out", async ({
  staff: page,
  browser,
  baseURL,
  curtail,
}) => {
  const userAgent = "Mozilla/5.0 (Android 16; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0";
  const phone = await browser.newContext({ baseURL, userAgent });
  await signIn(phone, curtail, STAFF);
  await page.goto("/account");
  const places = page.getByRole("listitem");
  const firefox = places.filter({ hasText: "Firefox on Android" });
  const here = places.filter({ hasText: "This device" });
  await expect(firefox).toHaveCount(1);
  await expect(firefox).toContainText(/Signed in: .*\d\d:\d\d/);
  await expect(firefox).toContainText(/Last active: .*\d\d:\d\d/);
  await expect(here).toHaveCount(1);
  await expect(here).toContainText(/\S+ on \S+/);

  await firefox.getByRole("button", { name: /^Sign out Firefox on Android/ }).click();
  await expect(firefox).toHaveCount(0);
  expect((await phone.request.get("/api/groups")).status()).toBe(401);
  await here.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await phone.close();
});

test("five sessions are shown, and the others by one press", async ({
  staff: page,
  browser,
  baseURL,
  curtail,
}) => {
  for (let sessions = 1; sessions < 7; sessions++) {
    const other = await browser.newContext({ baseURL });
    await signIn(other, curtail, STAFF);
    await other.close();
  }
  await page.goto("/account");
  const places = page.getByRole("listitem").filter({ hasText: /Signed in: / });
  await expect(places).toHaveCount(5);
  await page.getByText(/^\d+ more sign-ins$/).click();
  await expect.poll(() => places.count()).toBeGreaterThanOrEqual(7);
});
