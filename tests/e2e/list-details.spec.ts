import type { Locator } from "@playwright/test";
import { manyControls } from "./controls-fixture.ts";
import { overflows } from "./overflows.ts";
import { complete } from "./page-ids.ts";
import { demoGroup, expect, test } from "./users.ts";

test("the list of controls has what each delivered and who issued it", async ({
  staff: page,
  service,
  curtail,
}) => {
  const { id: group } = await demoGroup(service);
  const time_to = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const answer = await page.request.post(`/api/groups/${encodeURIComponent(group)}/control`, {
    headers: { Origin: curtail.portalUrl, "Idempotency-Key": crypto.randomUUID() },
    data: { type: "ZERO_EXPORT", time_to },
  });
  const { id } = await answer.json();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/controls");
  await expect(page.getByRole("columnheader", { name: "Delivered kWh" })).toBeVisible();
  const row = page.getByRole("row").filter({ has: page.locator(`a[href="/controls/${id}"]`) });
  await expect(row).toContainText("by staff@demo.example");
  await service.call("cancelControl", { params: { control_id: id }, body: {} });
});

test("at a desk the list of controls has euros, and the name of a control is on the line of its row", async ({
  staff: page,
  service,
}) => {
  await manyControls(service);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/controls");
  await complete(page);
  await expect(page.getByRole("columnheader", { name: "Value €" })).toBeVisible();
  const middle = async (text: Locator) => {
    const box = (await text.boundingBox())!;
    return box.y + box.height / 2;
  };
  const row = page.getByRole("row").nth(1);
  const name = row.locator("a[data-row-link] > span");
  expect(
    Math.abs((await middle(name)) - (await middle(row.getByRole("cell").first()))),
  ).toBeLessThan(1);
});

test("a page beyond the end of a customer's requests leads to the last one", async ({
  customer: page,
  service,
}) => {
  await manyControls(service);
  await page.goto("/controls?page=99");
  await expect(page).toHaveURL(/\?page=[1-9]\d?$/);
  expect(new URL(page.url()).searchParams.get("page")).not.toBe("99");
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Vorige pagina" })).toBeVisible();
});

test("a location with few controls offers no further pages of them", async ({
  staff: page,
  service,
}) => {
  const body = { name: `Wijk ${crypto.randomUUID()}`, bidding_zone: "NL" } as const;
  const { id: group_id } = await service.call("createGroup", { body });
  const email = "few.controls@example.org";
  const { id: customer_id } = await service.call("createCustomer", {
    body: { name: "Familie Kok", email, group_id },
  });
  const { id: location_id } = await service.call("createLocation", {
    body: { customer_id, latitude: 52, longitude: 5, metadata: { address: "Kade 7" } },
  });
  await service.call("registerDevice", {
    body: {
      location_id,
      name: "Roof",
      brand: "BRAND_A",
      device_type: "SOLAR_INVERTER",
      ratings: { pv_peak_kw: 5, inverter_kw: 5, tilt: 35, azimuth: 180 },
    },
  });
  const time_to = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const control = { params: { group_id }, body: { type: "ZERO_EXPORT", time_to } } as const;
  const { id: control_id } = await service.call("controlGroup", control);
  await page.goto(`/locations/${location_id}`);
  await expect(page.locator(`a[href="/controls/${control_id}"]`)).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Pages of controls" })).toHaveCount(0);
});

test("a list names the columns that the width of the screen leaves out", async ({
  staff: page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/controls");
  const note = page.getByText("Columns not shown at this width");
  await expect(note).toContainText("Delivered kWh");
  await expect(page.getByRole("columnheader", { name: "Delivered kWh" })).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("columnheader", { name: "Delivered kWh" })).toBeVisible();
  await expect(note).toBeHidden();
});

for (const width of [320, 375, 1440]) {
  test(`the audit trail reflows at ${width} pixels, and breaks no e-mail address`, async ({
    staff: page,
  }) => {
    for (const address of ["/audit", "/audit?of=calls"]) {
      await page.goto(address);
      await complete(page);
      expect(await overflows(page, [width]), address).toEqual([]);
    }
    await page.goto("/audit");
    const email = page
      .getByRole("cell")
      .getByText(/^staff@demo\.example/)
      .first();
    await expect(email).toBeVisible();
    const lines = await email.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element.firstChild!);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });
}
