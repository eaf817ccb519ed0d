import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { toMillis } from "../../lib/time/instant.ts";
import { expect, test } from "./users.ts";

for (const width of [1440, 375]) {
  test(`a control of the next 15 minutes takes one press for its window at ${width} px`, async ({
    staff: page,
    service,
  }, testInfo) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/controls/new");
    for (const name of [/^Bidding zone NL/, /^Zero export/, /^15 minutes from now/]) {
      await page.getByRole("radio", { name }).check();
    }
    await page.screenshot({ path: testInfo.outputPath(`presets-${width}.png`), fullPage: true });
    await page.getByRole("button", { name: "Issue control…" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("NL");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/controls\/ctrl_/);
    const id = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)!);
    const control = await service.call("getControl", { params: { control_id: id } });
    const length = toMillis(control.time_to) - toMillis(control.time_from);
    expect(QUARTER_MS - length).toBeGreaterThanOrEqual(0);
    expect(QUARTER_MS - length).toBeLessThanOrEqual(MINUTE_MS);
  });
}
