import { expect, test } from "./external-service.ts";

test("the keys page refers to the service if it does not offer key management", async ({
  staff: page,
}) => {
  await page.goto("/keys");
  await expect(page.getByText("This service has no key management")).toBeVisible();
  await expect(page.getByRole("button", { name: "New key" })).toHaveCount(0);
});
