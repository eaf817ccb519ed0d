import { scrollToElement } from "./scroll-into-view.ts";
import { giveHistory } from "./history-fixture.ts";
import { expect, test } from "./users.ts";
import { LONG_DAY, openZone, plot } from "./zone-chart.ts";

/** An hour of ZERO_EXPORT on a day, as a control summary. */
const noExport = (day: string) => ({
  id: `ctrl_${day}`,
  created_at: `${day}T07:00:00Z`,
  time_from: `${day}T08:00:00Z`,
  time_to: `${day}T09:00:00Z`,
  effective_to: `${day}T09:00:00Z`,
  cancelled_at: null,
  superseded: false,
  type: "ZERO_EXPORT",
  target: { kind: "bidding_zone", id: "NL" },
  reason: null,
  locations: 1,
  devices: 1,
  unsupported: 0,
  energy_kwh: 0,
});

test("controls are shaded on every displayed day, even if the page has cached only the newest", async ({
  staff: page,
}) => {
  const newest = Array.from({ length: 50 }, () => noExport("2026-10-24"));
  let older: ReturnType<typeof noExport>[] | null = null;
  await page.route(/\/api\/control-summaries\?/, (route) => {
    const isPage = new URL(route.request().url()).searchParams.get("page_size") === "50";
    const data = isPage ? newest : older && [...newest, ...older];
    if (!data) return route.abort();
    return route.fulfill({ json: { data }, headers: { "x-total-count": "51" } });
  });
  const legend = page.getByRole("listitem").filter({ hasText: /^Control(?!s)/ });
  await openZone(page, "/?range=2026-10-02--2026-10-02");
  await plot(page).focus();
  for (const key of ["Home", "End"]) {
    await page.keyboard.press(key);
    await expect(legend).toHaveText("Control–");
  }
  older = [noExport("2026-10-02"), noExport("2026-09-01")];
  await page.reload();
  await expect(legend).toHaveText("Controlnone");
  await plot(page).focus();
  await page.keyboard.press("Home");
  for (let quarter = 0; quarter < 40; quarter++) await page.keyboard.press("ArrowRight");
  await expect(plot(page)).toHaveAttribute("aria-valuetext", /Today|2 Oct.*10:00/);
  await expect(legend).toHaveText("ControlZero export");
  await openZone(page, "/?range=2026-10-03--2026-10-03");
  await expect(plot(page)).toBeVisible();
  await expect(legend).toHaveCount(0);
});

for (const width of [375, 768, 1024, 1440]) {
  test.describe(`a Dutch reader at ${width} px`, () => {
    test.use({ locale: "nl-NL", viewport: { width, height: 900 } });

    test("reserves the height of the legend before its values arrive", async ({ staff: page }) => {
      await page.clock.setFixedTime(LONG_DAY);
      await giveHistory(page, { now: LONG_DAY });
      let letGo = () => {};
      const held = new Promise<void>((done) => (letGo = done));
      await page.route(/\/api\/bidding-zones\/NL\/(historical|forecast)/, async (route) => {
        await held;
        await route.fallback();
      });
      await page.goto("/");
      const legend = page.locator("figure").locator("xpath=preceding-sibling::div").last();
      await scrollToElement(page.locator("figure"));
      const before = (await legend.boundingBox())!.height;
      letGo();
      await expect(legend).toContainText("kW");
      expect((await legend.boundingBox())!.height).toBe(before);
    });
  });
}
