import { expect, test } from "@playwright/test";
import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { errorLog } from "../support/error-log.ts";
import { ClockedWorld } from "./clocked-world.ts";
import { countPresses } from "./count-presses.ts";
import { complete } from "./page-ids.ts";
import { signIn } from "./sign-in.ts";

const PASSWORD = "only-for-browser-tests";
const STAFF = "first@offline.example";
const FOR_MINUTES = 5;
/** See docs/decisions/107. */
const MAX_PRESSES = 3;
// Not in the past: the browser would drop the session of a portal that lives there.
const START_MS = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
const at = (minutes: number) => new Date(START_MS + minutes * MINUTE_MS).toISOString();

test.describe.configure({ timeout: 240_000 });
test.beforeEach(() => errorLog.beginTest());
test.afterEach(() => errorLog.settle());

/** A service whose demo fleet has sites that do not report, with an alert rule for one of them. */
async function startWithOfflineSite() {
  const world = await ClockedWorld.start(
    { at: at(0), apiKey: `ck_${"offline".repeat(6)}`, outages: "yes" },
    { email: STAFF, password: PASSWORD },
  );
  const { data } = await world.service.call("listLocations", { query: { state: "silent" } });
  const { id } = data[0]!;
  const rule = await world.service.call("createAlertRule", {
    body: {
      kind: "locations_offline",
      target: { kind: "location", id },
      thresholds: { min_locations: 1, min_share: 0.01, for_minutes: FOR_MINUTES },
    },
  });
  const isRaised = async () => {
    const { data: alerts } = await world.service.call("listAlerts", { query: { page_size: 100 } });
    return alerts.some(({ rule_id }) => rule_id === rule.id);
  };
  return { world, name: rule.target.name, isRaised };
}

test("the alert of an offline site comes after its minutes, and is silenced in three presses", async ({
  browser,
}) => {
  const { world, name, isRaised } = await startWithOfflineSite();
  const { portalUrl, service } = world;
  const context = await browser.newContext({ baseURL: portalUrl, locale: "en-GB" });
  context.setDefaultTimeout(30_000);
  try {
    // What was before the service started is not counted: nobody could report to it.
    await world.liveUntil(at(FOR_MINUTES - 1));
    expect(await isRaised()).toBe(false);
    await world.liveUntil(at(FOR_MINUTES + 1));
    expect(await isRaised()).toBe(true);

    await world.setTime(context);
    await signIn(context, { portalUrl, password: PASSWORD }, STAFF);
    const page = await context.newPage();
    const presses = await countPresses(page);
    await page.goto("/");
    await complete(page);
    await page.getByRole("button", { name: /^Alerts: [1-9]\d* unread$/ }).click();
    const item = page
      .getByRole("group", { name: "Alerts" })
      .getByRole("listitem")
      .filter({ hasText: name });
    await expect(item.getByRole("heading", { name: "Locations not reporting" })).toBeVisible();
    await item.getByRole("button", { name: "Silence", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Silence this alert" });
    await dialog.getByRole("button", { name: "Silence", exact: true }).click();
    await expect(item).toHaveCount(0);
    expect(await presses()).toBeLessThanOrEqual(MAX_PRESSES);
    const { data } = await service.call("listAlerts", { query: { state: "silenced" } });
    expect(data.map(({ kind, silence }) => [kind, silence!.by])).toEqual([
      ["locations_offline", STAFF],
    ]);
  } finally {
    await context.close();
    await world.stop();
  }
});
