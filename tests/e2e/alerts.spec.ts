import { addGroups } from "./many-groups.ts";
import { demoGroup, expect, test } from "./users.ts";
import type { Service } from "./service.ts";

/** An approval that waits in the demo group, with an alert about it. */
async function waitingApproval(service: Service): Promise<string> {
  const group = await demoGroup(service);
  const target = { kind: "group" as const, id: group.id };
  const rule = await service.call("createAlertRule", {
    body: { kind: "approval_waiting", target, thresholds: { for_minutes: 0 } },
  });
  const time_to = new Date(Date.now() + 2 * 3_600_000).toISOString();
  const request = await service.call("requestGroupControl", {
    params: { group_id: group.id },
    body: { type: "ZERO_EXPORT", time_to },
  });
  const isRaised = async () => {
    const { data } = await service.call("listAlerts", { query: { page_size: 100 } });
    return data.some(({ rule_id, subject }) => rule_id === rule.id && subject.id === request.id);
  };
  // Alerts are raised each minute.
  await expect.poll(isRaised, { timeout: 90_000, intervals: [2_000] }).toBe(true);
  return group.name;
}

test.describe.configure({ timeout: 180_000 });

test("the bell counts unread alerts; one is silenced from it in three presses, for everybody", async ({
  staff: page,
  service,
}) => {
  const name = await waitingApproval(service);
  await page.goto("/");
  const bell = page.getByRole("button", { name: /^Alerts: [1-9]\d* unread$/ });
  await bell.click();
  const list = page.getByRole("group", { name: "Alerts" });
  const item = list.getByRole("listitem").filter({ hasText: name });
  await expect(item.getByRole("heading", { name: "Approval waiting" })).toBeVisible();
  await item.getByRole("button", { name: "Silence", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Silence this alert" });
  await dialog.getByRole("button", { name: "Silence", exact: true }).click();
  await expect(item).toHaveCount(0);
  const { data } = await service.call("listAlerts", { query: { state: "silenced" } });
  expect(data[0]!.silence!.by).toBe("staff@demo.example");
  await page.goto("/alerts");
  const row = page.getByRole("listitem").filter({ hasText: name }).first();
  await expect(row.getByText(/^Silenced until .* by staff@demo\.example$/)).toBeVisible();
  await row.getByRole("button", { name: "End the silence" }).click();
  await expect(row.getByRole("button", { name: "Silence", exact: true })).toBeVisible();
});

test("an alert leads to the page that answers it, and is read from then on", async ({
  staff: page,
  service,
}) => {
  const name = await waitingApproval(service);
  await page.goto("/alerts");
  const row = page.getByRole("listitem").filter({ hasText: name }).first();
  await expect(row.getByText("Unread", { exact: true })).toBeVisible();
  await row.getByRole("link", { name: "Show the request" }).click();
  await expect(page).toHaveURL(/\/controls#requests$/);
  await expect(page.getByRole("heading", { name: "Controls", exact: true })).toBeVisible();
  await page.goto("/alerts");
  await expect(row.getByRole("button", { name: "Mark as unread" })).toBeVisible();
  await row.getByRole("button", { name: "Mark as unread" }).click();
  await expect(row.getByText("Unread", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(row.getByText("Unread", { exact: true })).toHaveCount(0);
});

test("the alerts fit a phone of 375 pixels", async ({ staff: page, service }) => {
  await waitingApproval(service);
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto("/alerts");
  await page.getByRole("button", { name: /^Alerts: / }).click();
  const list = page.getByRole("group", { name: "Alerts" });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  const box = (await list.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(375);
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Alerts: / })).toBeFocused();
});

test("thresholds of a rule are changed, and e-mails and quiet hours chosen", async ({
  staff: page,
}) => {
  await page.goto("/alerts/rules");
  await page.getByRole("button", { name: /^Change: Weather forecast out of date/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Older than (hours)").fill("6");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Weather forecast older than 6 hours")).toBeVisible();
  await page.goto("/account");
  const card = page
    .getByRole("region", { name: "Alerts by e-mail" })
    .or(
      page
        .locator("section")
        .filter({ has: page.getByRole("heading", { name: "Alerts by e-mail" }) }),
    );
  await card.first().scrollIntoViewIfNeeded();
  await page.getByLabel("No e-mail during quiet hours").check();
  await page.getByLabel("From", { exact: true }).fill("23:00");
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().endsWith("/api/account/alerts") && answer.request().method() === "POST",
  );
  await card.first().getByRole("button", { name: "Save" }).click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await page.getByRole("heading", { name: "Alerts by e-mail" }).scrollIntoViewIfNeeded();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("23:00");
});

test("customers have no bell and no alerts", async ({ customer: page }) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: /^Alerts: / })).toHaveCount(0);
  expect((await page.goto("/alerts"))!.status()).toBe(404);
  for (const path of ["/api/alerts", "/api/account/alerts", "/api/alert-rules"])
    expect((await page.request.get(path)).status()).toBe(403);
});

test("an alert rule is created for a group beyond the first hundred", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  await addGroups(page);
  await page.goto("/alerts/rules");
  await page.getByRole("button", { name: "New alert rule" }).click();
  const dialog = page.getByRole("dialog", { name: "New alert rule" });
  await dialog.getByLabel("Where").selectOption({ label: group.name });
  await dialog.getByLabel("For at least (minutes)").fill("77");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog).toHaveCount(0);
  const { data } = await service.call("listAlertRules");
  const created = data.find(({ thresholds }) => thresholds.for_minutes === 77)!;
  expect(created.target).toMatchObject({ kind: "group", id: group.id });
  await service.call("deleteAlertRule", { params: { alert_rule_id: created.id } });
});
