import { expect, test } from "./failing-service.ts";
import { addressOf, complete, someIds } from "./places.ts";

/** Pages that cannot be shown without the service. */
const read = [
  "/controls",
  "/customers",
  "/customers/[id]",
  "/groups",
  "/groups/[id]",
  "/locations",
  "/locations/[id]",
  "/devices",
  "/devices/[id]",
];

const requestId = /Request [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

for (const pattern of read) {
  test(`${pattern} without its service says so with a request id, and reads again when asked`, async ({
    reader: page,
    behind,
    service,
  }) => {
    const address = addressOf(pattern, await someIds(service));
    behind.close();
    await page.goto(address);
    const failure = page.getByRole("main").getByRole("alert").first();
    await expect(failure).toContainText(requestId);
    behind.open();
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
    await complete(page);
  });
}

test("a list in which nothing matches says so, and shows all again", async ({ reader: page }) => {
  for (const noun of ["customers", "groups", "locations", "devices"]) {
    await page.goto(`/${noun}?search=nothing-is-called-this`);
    await expect(page.getByText(/^No .+ match\.$/)).toBeVisible();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(page.getByText(/^No .+ match\.$/)).toHaveCount(0);
  }
});

test("what cannot be refreshed stays, and says of when it is", async ({
  reader: page,
  service,
}) => {
  const { locations } = await someIds(service);
  await page.goto(`/locations/${locations}`);
  await complete(page);
  await expect(page.getByText(/^Updated \d\d:\d\d:\d\d/).first()).toBeVisible();
  await page.route("**/api/**", (route) => route.abort());
  await expect(page.getByText(/Not refreshed: shown as of/).first()).toBeVisible({
    timeout: 40_000,
  });
  await page.unroute("**/api/**");
  await expect(page.getByText(/Not refreshed/)).toHaveCount(0, { timeout: 60_000 });
});

test("a chart stands in for itself while it is read, and moves nothing when it comes", async ({
  reader: page,
  service,
}) => {
  const { locations } = await someIds(service);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/historical*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/locations/${locations}`);
  await expect(page.locator(".animate-pulse").first()).toBeVisible();
  release();
  await complete(page);
});

test("a chart that cannot be read says so with the reason, and reads again when asked", async ({
  reader: page,
  service,
}) => {
  const { locations } = await someIds(service);
  const problem = {
    type: "urn:curtail:problem:unavailable",
    title: "The service is not available",
    status: 503,
    detail: "It is busy or starting.",
    request_id: "00000000-0000-4000-8000-000000000000",
  };
  await page.route("**/historical*", (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", json: problem }),
  );
  await page.goto(`/locations/${locations}`);
  const failure = page.getByRole("alert").filter({ hasText: requestId });
  await expect(failure.first()).toBeVisible();
  await page.unroute("**/historical*");
  await failure.first().getByRole("button", { name: "Try again" }).click();
  await expect(failure).toHaveCount(0);
});
