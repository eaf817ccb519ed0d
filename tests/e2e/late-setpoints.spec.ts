import { inServiceDatabase } from "./portal-database.ts";
import { expect, test } from "./users.ts";

/** The job runs each minute; pages read the state every ten seconds. */
const NEXT_MINUTE = { timeout: 90_000 };

test("staff see on every page that setpoints are late, until they are sent again", async ({
  staff,
  curtail,
}) => {
  test.setTimeout(180_000);
  const run = (statement: string) => inServiceDatabase(curtail.dataDir, statement);
  const warning = staff.getByText(/^Setpoints are late: the last were sent at/);
  await staff.goto("/groups");
  await expect(warning).toHaveCount(0);
  try {
    await run(`update leases set holder = 'stalled', token = token + 1,
      acquired_at = clock_timestamp() - interval '6 minutes',
      expires_at = clock_timestamp() + interval '10 minutes' where name = 'dispatch'`);
    await run("update partitions set renewed_minute = renewed_minute - interval '5 minutes'");
    await expect(warning).toBeVisible({ timeout: 30_000 });
    await staff.goto("/locations");
    await expect(warning).toBeVisible();
  } finally {
    await run("update leases set holder = null, expires_at = null where name = 'dispatch'");
  }
  await expect(warning).toHaveCount(0, NEXT_MINUTE);
});
