import { expect, STAFF, test } from "./users.ts";

test.describe("a browser that prefers Dutch", () => {
  test.use({ locale: "nl-NL" });

  test("is answered in Dutch, and in English once that was chosen", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(page.locator("html")).toHaveAttribute("lang", "nl");
    await expect(page.getByRole("heading", { level: 1, name: "Inloggen" })).toBeVisible();
    await page.getByRole("button", { name: "Wijzig naar Engels (EN)" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });

  test("sees whom to contact about a forgotten password", async ({ page }) => {
    await page.goto("/sign-in");
    await expect(
      page.getByText(/^Wachtwoord vergeten\? Vraag je energieleverancier/),
    ).toBeVisible();
  });

  test("shows staff without a chosen language Dutch texts, numbers and dates", async ({
    page,
    curtail,
  }) => {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail").fill(STAFF);
    await page.getByLabel("Wachtwoord").fill(curtail.password);
    await page.getByRole("button", { name: "Inloggen" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overzicht" })).toBeVisible();
    await page.goto("/locations?sort=-pv_peak_kw");
    await expect(page.getByRole("cell", { name: /^\d+,\d+\skWp?$/ }).first()).toBeVisible();
  });

  test("shows a validation error in Dutch at its field", async ({ staff: page }) => {
    await page.goto("/customers/new");
    await page.getByLabel("Naam").fill("Wie dan ook");
    await page.getByLabel("E-mail").fill("geen adres");
    await page.getByRole("button", { name: /aanmaken|toevoegen/i }).click();
    await expect(page.getByText("Dit moet een e-mailadres zijn.")).toBeVisible();
  });
});
