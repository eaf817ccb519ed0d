import { and, count, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Alert } from "../../lib/contract/index.ts";
import { saveAlertMails } from "../../lib/portal/db/alerts.ts";
import { openDatabase, type OpenDatabase } from "../../lib/portal/db/database.ts";
import { listCustomerAccounts, saveFollowUp, saveNotices } from "../../lib/portal/db/notices.ts";
import { alertMails } from "../../lib/portal/db/schema-alerts.ts";
import { notices } from "../../lib/portal/db/schema-notices.ts";
import { freshDatabase } from "../support/postgres.ts";

const NOW = new Date("2026-06-15T10:00:00Z");
const CONTROL = {
  type: "ZERO_EXPORT",
  reason: null,
  timeFrom: new Date("2026-06-15T12:00:00Z"),
  timeTo: new Date("2026-06-15T13:00:00Z"),
  undecidedIds: [],
};
/** One statement cannot have the notices of so many, nor the e-mails of two alerts. */
const ACCOUNTS = 6_600;

let open: OpenDatabase;
let accountIds: string[];

beforeAll(async () => {
  open = openDatabase(await freshDatabase("portal"), { connections: 2 });
  await open.db.execute(sql`
    insert into accounts (email, name, role, customer_id, password_hash, language)
    select n || '@example.org', 'c', 'customer', 'cus_' || n, '-', 'nl'
    from generate_series(1, ${ACCOUNTS}::int) n`);
  accountIds = (await listCustomerAccounts(open.db)).map(({ id }) => id);
});
afterAll(() => open.pool.end());

const noticed = (controlId: string, step: number) =>
  open.db.$count(notices, and(eq(notices.controlId, controlId), eq(notices.step, step)));

describe("a control that affects thousands of accounts", () => {
  test("is noticed to each of them, and its cancellation too", async () => {
    const controlId = "ctrl_large";
    await saveNotices(open.db, { ...CONTROL, controlId, accountIds }, NOW);
    expect(await noticed(controlId, 0)).toBe(ACCOUNTS);
    await saveFollowUp(open.db, controlId, { kind: "cancelled", timeTo: NOW }, NOW);
    expect(await noticed(controlId, 1)).toBe(ACCOUNTS);
  });

  test("is noticed to all of them later if one notice could not be stored", async () => {
    const controlId = "ctrl_again";
    const ids = accountIds.slice(0, 1_001);
    const twice = [...ids, ids[0]!];
    const failed = saveNotices(open.db, { ...CONTROL, controlId, accountIds: twice }, NOW);
    await expect(failed).rejects.toThrow();
    expect(await noticed(controlId, 0)).toBe(0);
    await saveNotices(open.db, { ...CONTROL, controlId, accountIds: ids }, NOW);
    expect(await noticed(controlId, 0)).toBe(ids.length);
  });
});

test("alerts are noted for mailing to everybody, also thousands of e-mails at once", async () => {
  const alerts = ["alt_1", "alt_2"].map((id) => ({ id }) as Alert);
  const mails = alerts.flatMap((alert) => accountIds.map((accountId) => ({ accountId, alert })));
  await saveAlertMails(open.db, mails, NOW);
  const byAlert = await open.db
    .select({ id: alertMails.alertId, mails: count() })
    .from(alertMails)
    .groupBy(alertMails.alertId)
    .orderBy(alertMails.alertId);
  expect(byAlert).toEqual(alerts.map(({ id }) => ({ id, mails: ACCOUNTS })));
});
