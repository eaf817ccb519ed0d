import { expectErrorLog } from "../support/error-log.ts";
import { expect, test } from "./users.ts";
import { withoutTable } from "./portal-database.ts";
import type { Curtail } from "./start-stack.ts";
import type { Page } from "@playwright/test";

/** An unexpected failure of the portal is logged at level error. */
async function causeError(page: Page, { dataDir, said }: Curtail): Promise<void> {
  const from = said().length;
  await withoutTable(dataDir, "sessions", async () => {
    expect((await page.request.get("/api/groups")).status()).toBe(500);
  });
  await expect.poll(() => said().slice(from)).toContain("Request failed");
}

test.fail("an undeclared error in the product's log fails the test", async ({ staff, curtail }) => {
  await causeError(staff, curtail);
});

test("a test can declare the error it causes", async ({ staff, curtail }) => {
  expectErrorLog(/"Request failed"/);
  await causeError(staff, curtail);
});
