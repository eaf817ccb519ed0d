import type { Control, ControlType } from "../../lib/contract/index.ts";
import { demoGroup, expect, test } from "./users.ts";
import type { Service } from "./service.ts";

const HOUR = 3_600_000;
/** The full hour after the next one, and hours after that. */
const START = Math.ceil(Date.now() / HOUR) * HOUR + HOUR;
const hour = (after: number) => new Date(START + after * HOUR).toISOString();

async function issued(
  service: Service,
  type: ControlType,
  from: number,
  to: number,
): Promise<Control> {
  const group = await demoGroup(service);
  return service.call("controlGroup", {
    params: { group_id: group.id },
    body: { type, time_from: hour(from), time_to: hour(to) },
  });
}

test("staff sees the rebound of a control, and what a newer one changed in it with a link", async ({
  staff: page,
  service,
}) => {
  // Batteries are emptied, so that the older control fills them at any time of day and year.
  await issued(service, "MAX_PRODUCTION", 0, 2);
  const older = await issued(service, "MAX_CONSUMPTION", 2, 3);
  const newer = await issued(service, "MAX_CONSUMPTION", 1, 2);

  await page.goto(`/controls/${older.id}`);
  const main = page.getByRole("main");
  await expect(main.getByText("Rebound", { exact: true }).first()).toBeVisible();
  await main.getByText("Steps to the current plan").click();
  const restatements = main.getByRole("listitem").filter({ hasText: "Changed by" });
  await expect(restatements).toHaveText(
    /^Changed by Maximum consumption, issued .*: \+[\d,.]+.kWh$/,
  );
  await expect(page.getByRole("columnheader", { name: "Rebound" })).toBeVisible();

  const plan = page.getByRole("table").filter({ hasText: "Rebound" }).locator("tbody tr");
  const { results, rebound = [] } = await service.call("getControl", {
    params: { control_id: older.id },
  });
  expect(rebound.length).toBeGreaterThan(1);
  await expect(plan).toHaveCount(results.length);
  const after = `the ${rebound.length} quarter-hours after the window`;
  await page.getByRole("button", { name: `Show ${after}` }).click();
  await expect(plan).toHaveCount(results.length + rebound.length);
  await page.getByRole("button", { name: `Hide ${after}` }).click();
  await expect(plan).toHaveCount(results.length);
  await restatements.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/controls/${newer.id}$`));
  await expect(main).toContainText(/after the window, most of it by/);
});
