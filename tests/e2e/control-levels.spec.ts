import { expect, test } from "./users.ts";
import { viewer } from "./viewer-fixture.ts";

test("a viewer sees controls, has no button to issue or cancel one, and is refused both", async ({
  browser,
  curtail,
  service,
}) => {
  const time_to = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const params = { bidding_zone_id: "NL" };
  const body = { type: "ZERO_EXPORT" as const, time_to };
  const control = await service.call("controlBiddingZone", { params, body });
  const before = await service.total("listControls");

  const page = await viewer(browser, curtail);
  for (const address of ["/", "/controls", `/controls/${control.id}`]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator('a[href^="/controls/new"]')).toHaveCount(0);
    await expect(page.getByRole("button", { name: /Cancel control|Issue control/ })).toHaveCount(0);
  }
  await expect(page.getByRole("region", { name: "Devices" })).toBeVisible();
  await page.goto("/controls/new");
  await expect(page.getByText("Viewers cannot issue controls")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);

  const headers = { Origin: curtail.portalUrl, "Idempotency-Key": "a-viewers-own" };
  const post = (path: string, data: object) => page.request.post(path, { headers, data });
  expect((await post("/api/bidding-zones/NL/control", body)).status()).toBe(403);
  expect((await post(`/api/controls/${control.id}/cancel`, {})).status()).toBe(403);
  const preview = await post("/api/bidding-zones/NL/control/preview", body);
  expect(preview.status()).toBe(200);
  expect(await service.total("listControls")).toBe(before);
  await page.context().close();
});
