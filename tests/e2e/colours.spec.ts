import { expect, test } from "./people.ts";

test("the colours a person chose stay, whatever the system says", async ({ staff: page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const html = page.locator("html");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/account");
  const light = await background();
  const colours = page.getByRole("button", { name: /^Colours/ });
  while ((await html.getAttribute("data-theme")) !== "dark") await colours.click();
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
  expect(await background()).toBe(dark);
});
