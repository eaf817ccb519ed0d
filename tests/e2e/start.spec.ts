import { expect, STAFF, test } from "./curtail.ts";
import { complete } from "./places.ts";

test("both programs say that they are ready, without a key", async ({ curtail, request }) => {
  for (const url of [curtail.portalUrl, curtail.serviceUrl]) {
    expect((await request.get(`${url}/healthz`)).status()).toBe(200);
    expect((await request.get(`${url}/readyz`)).status()).toBe(200);
  }
});

test("who is not signed in sees the sign-in page", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("the API key is in nothing the browser receives, before and after sign-in", async ({
  page,
  curtail,
}) => {
  const received: Promise<string>[] = [];
  page.on("response", (response) => {
    const headers = JSON.stringify(response.headers());
    // A stream has no end to wait for.
    if (headers.includes("text/event-stream")) return void received.push(Promise.resolve(headers));
    received.push(
      response
        .text()
        .then((body) => headers + body)
        .catch(() => headers),
    );
  });
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(STAFF);
  await page.getByLabel("Password").fill(curtail.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
  await complete(page);
  const texts = await Promise.all(received);
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => text.includes(curtail.apiKey))).toEqual([]);
  expect(curtail.said()).not.toContain(curtail.apiKey);
});

test("the service refuses who has no key, and serves who has", async ({ curtail, request }) => {
  const controls = `${curtail.serviceUrl}/v1/controls`;
  expect((await request.get(controls)).status()).toBe(401);
  const answer = await request.get(controls, { headers: { "X-API-Key": curtail.apiKey } });
  expect(answer.status()).toBe(200);
});
