import { demoGroup, expect, test } from "./users.ts";

const HOUR_MS = 3_600_000;

for (const width of [375, 768, 1440])
  test(`the timeline tells and opens a control by keyboard at ${width} px`, async ({
    staff: page,
    service,
  }) => {
    const params = { group_id: (await demoGroup(service)).id };
    const time_to = new Date(Date.now() + HOUR_MS).toISOString();
    const { id } = await service.call("controlGroup", {
      params,
      body: { type: "ZERO_EXPORT", time_to },
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/controls/timeline");
    const timeline = page.getByRole("region", { name: "Timeline of controls" });
    const block = timeline.locator(`a[href="/controls/${id}"]`);
    await expect(block).toBeVisible();
    await block.focus();
    const name = (await block.getAttribute("aria-label"))!;
    expect(name).toContain("Zero export");
    await expect(timeline.getByText(name)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/controls/${id}`);
    await service.call("cancelControl", { params: { control_id: id }, body: {} });
  });
