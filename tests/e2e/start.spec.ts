import { answersTo, expectWithoutKey } from "./responses.ts";
import { expect, signInByForm, STAFF, test } from "./users.ts";
import { complete } from "./page-ids.ts";

test("both programs report that they are ready, without a key", async ({ curtail, request }) => {
  for (const url of [curtail.portalUrl, curtail.serviceUrl]) {
    expect((await request.get(`${url}/healthz`)).status()).toBe(200);
    expect((await request.get(`${url}/readyz`)).status()).toBe(200);
  }
});

test("a signed-out visitor sees the sign-in page", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("the browser never receives the API key, before or after sign-in", async ({
  page,
  context,
  curtail,
}) => {
  const answers = answersTo(context);
  await page.goto("/sign-in");
  await signInByForm(page, STAFF, curtail.password);
  await complete(page);
  await expectWithoutKey(curtail, answers);
});

test("the service refuses requests without a key, and serves those with one", async ({
  curtail,
  request,
}) => {
  const controls = `${curtail.serviceUrl}/v1/controls`;
  expect((await request.get(controls)).status()).toBe(401);
  const answer = await request.get(controls, { headers: { "X-API-Key": curtail.apiKey } });
  expect(answer.status()).toBe(200);
});
