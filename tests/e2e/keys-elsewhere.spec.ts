import { expect, test } from "./external-service.ts";

test("a service that does not offer its keys leaves them to where it runs", async ({
  staff: page,
}) => {
  await page.goto("/keys");
  await expect(page.getByText("This service has no key management")).toBeVisible();
  await expect(page.getByRole("button", { name: "New key" })).toHaveCount(0);
});
