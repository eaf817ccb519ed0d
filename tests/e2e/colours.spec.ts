import type { Locator } from "@playwright/test";
import { seeChart } from "./page-ids.ts";
import { expect, test } from "./users.ts";

test("the chosen theme applies whatever the system prefers", async ({ staff: page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const html = page.locator("html");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/account");
  const light = await background();
  const colours = page.getByRole("button", { name: /^Colours/ });
  while ((await html.getAttribute("data-theme")) !== "dark") await colours.click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  const bar = page.locator("meta[name=theme-color]");
  const barColours = () =>
    bar.evaluateAll((all) => all.map((each) => each.getAttribute("content")));
  expect(await barColours()).toEqual(["#0f1316", "#0f1316"]);
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
  expect(await background()).toBe(dark);
  expect(await barColours()).toEqual(["#0f1316", "#0f1316"]);
});

/** Whether anything on a chart has a colour: its lines and areas, unlike its text and grid. */
const isColoured = (chart: Locator): Promise<boolean> =>
  chart.evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = data.subarray(at, at + 3);
      if (Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!) > 60) return true;
    }
    return false;
  });

for (const reducedMotion of ["no-preference", "reduce"] as const) {
  test(`a chart follows a theme change: motion ${reducedMotion}`, async ({ staff: page }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion });
    await page.goto("/");
    await seeChart(page);
    const chart = page.locator("figure canvas");
    await expect.poll(() => isColoured(chart)).toBe(true);
    const light = await chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await page.emulateMedia({ colorScheme: "dark", reducedMotion });
    const drawn = () => chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await expect.poll(drawn).not.toBe(light);
    expect(await isColoured(chart)).toBe(true);
  });
}
