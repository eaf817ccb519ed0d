import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { axeViolations } from "./axe-violations.ts";
import { overflows } from "./overflows.ts";
import { complete } from "./page-ids.ts";
import { DESK, PHONE } from "./sizes.ts";
import { expect, test } from "./users.ts";

for (const size of [DESK, PHONE]) {
  test(`the window of a control is dragged, and moved by keys, at ${size.width} px`, async ({
    staff: page,
  }) => {
    await page.setViewportSize(size);
    await page.goto("/controls/new");
    await complete(page);
    const hours = page.getByRole("group", { name: "Drag to choose a window" });
    await hours.scrollIntoViewIfNeeded();
    const from = hours.getByRole("slider", { name: "Start" });
    const to = hours.getByRole("slider", { name: "End" });
    await expect(from).toBeVisible();
    const track = (await hours.locator("div").first().boundingBox())!;
    const y = track.y + track.height / 2;
    await page.mouse.move(track.x + track.width * 0.3, y);
    await page.mouse.down();
    await page.mouse.move(track.x + track.width * 0.4, y);
    await page.mouse.move(track.x + track.width * 0.5, y);
    await page.mouse.up();
    await expect(page.getByRole("radio", { name: /^Exact times/ })).toBeChecked();
    const minutes = async (slider: typeof from) =>
      Number(await slider.getAttribute("aria-valuenow"));
    const start = await minutes(from);
    const end = await minutes(to);
    expect(start % 15).toBe(0);
    expect(end - start).toBeGreaterThan(4 * 60);
    expect(Math.abs(start - 0.3 * 1440)).toBeLessThanOrEqual(15);

    await to.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(to).toHaveAttribute("aria-valuenow", String(end - 15));
    await page.keyboard.press("PageUp");
    await expect(to).toHaveAttribute("aria-valuenow", String(end + 45));
    await from.focus();
    await page.keyboard.press("ArrowRight");
    await expect(from).toHaveAttribute("aria-valuenow", String(start + 15));
    await expect(hours.getByText(/per MWh|day-ahead prices/)).toBeVisible();
    expect(await overflows(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  });
}

test("controls of the coming day are below it, each with its target and its page", async ({
  staff: page,
  service,
}) => {
  const fromMs = Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS + 2 * HOUR_MS;
  const [time_from, time_to] = [fromMs, fromMs + HOUR_MS].map((ms) => new Date(ms).toISOString());
  const params = { bidding_zone_id: "NL" };
  const body = { type: "ZERO_EXPORT" as const, time_from: time_from!, time_to: time_to! };
  const { id } = await service.call("controlBiddingZone", { params, body });
  try {
    await page.goto("/controls/new");
    await complete(page);
    const hours = page.getByRole("group", { name: "Drag to choose a window" });
    await hours.scrollIntoViewIfNeeded();
    const link = hours.locator(`a[href="/controls/${id}"]`);
    await expect(link).toHaveAccessibleName(/^Zero export · .*NL.* · .+–.+/);
    const track = (await hours.locator("div").first().boundingBox())!;
    const block = (await link.boundingBox())!;
    expect(block.x).toBeGreaterThan(track.x + (2 / 24) * track.width - 1);
    expect(block.x).toBeLessThan(track.x + (3.25 / 24) * track.width);
    expect(await axeViolations(page)).toEqual([]);
    await link.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/controls/${id}$`));
  } finally {
    await service.call("cancelControl", { params: { control_id: id }, body: {} });
  }
});
