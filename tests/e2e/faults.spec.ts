import { expect, test } from "./user-fixtures.ts";

/** Time limit of a page while its service hangs: its reads share 5 seconds. */
const BOUND_MS = 8_000;

test("a service that hangs blocks no page, is reported unavailable, and is detected again once it responds", async ({
  staffReader: page,
  gate,
}) => {
  const away = page.getByText(/^The service behind this portal has not responded properly since/);
  await page.goto("/locations");
  await expect(away).toHaveCount(0);

  gate.hangs = true;
  const begunMs = Date.now();
  await page.goto("/locations");
  await expect(page.getByRole("main").getByRole("alert").first()).toContainText(
    /Request ID \S{36}/,
  );
  expect(Date.now() - begunMs).toBeLessThan(BOUND_MS);

  await expect(away).toBeVisible({ timeout: 40_000 });
  const atOnceMs = Date.now();
  await page.goto("/controls");
  const failure = page.getByRole("main").getByRole("alert").first();
  await expect(failure).toContainText(/not responded properly since \d\d:\d\d:\d\d/);
  expect(Date.now() - atOnceMs).toBeLessThan(4_000);
  await expect(away).toBeVisible();

  gate.hangs = false;
  await expect(away).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("table").first()).toBeVisible();
});
