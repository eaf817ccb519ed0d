import { floorQuarter, HOUR_MS, localMinute } from "../../lib/time/amsterdam.ts";
import { PHONE } from "./sizes.ts";
import { demoCustomer, expect, test } from "./users.ts";

test.use({ viewport: PHONE });

test("a notice says why the control comes, and a customer skips it and takes part after all", async ({
  customer: page,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const startMs = floorQuarter(Date.now()) + 3 * HOUR_MS;
  const { id: control_id } = await service.call("controlGroup", {
    params: { group_id: customer.group_id! },
    body: {
      type: "ZERO_EXPORT",
      time_from: new Date(startMs).toISOString(),
      time_to: new Date(startMs + HOUR_MS).toISOString(),
    },
    headers: { "Control-Reason": "price" },
  });
  const notice = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: localMinute(startMs).slice(-5) })
    .filter({ hasText: "Verzoek gepland" });
  await expect(async () => {
    await page.goto("/notices");
    await expect(notice).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await expect(notice).toContainText("Waarom? De stroomprijs is dan naar verwachting laag.");
  await notice.getByRole("button", { name: "Dit verzoek overslaan" }).click();
  await expect(notice.getByRole("status")).toContainText("Je slaat dit verzoek over");
  await notice.getByRole("button", { name: "Toch meedoen" }).click();
  await expect(notice.getByRole("button", { name: "Dit verzoek overslaan" })).toBeVisible();
  const limits = { group_id: customer.group_id! };
  await service.call("updateGroupPreferenceLimits", {
    params: limits,
    body: { control_opt_out: false },
  });
  await page.reload();
  await expect(notice).toContainText("Waarom?");
  await expect(notice.getByRole("button")).toHaveCount(0);
  await service.call("updateGroupPreferenceLimits", {
    params: limits,
    body: { control_opt_out: true },
  });
  await service.call("cancelControl", { params: { control_id }, body: {} });
  await page.reload();
  await expect(notice).toContainText("Waarom?");
  await expect(notice.getByRole("button")).toHaveCount(0);
});
