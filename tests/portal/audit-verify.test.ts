import { execFile } from "node:child_process";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordRefusal } from "../../lib/portal/db/audit.ts";
import { openDatabase, type OpenDatabase } from "../../lib/portal/db/database.ts";
import { getOwnerUrl, freshDatabase } from "../support/postgres.ts";

let portalUrl: string;
let serviceUrl: string;
let open: OpenDatabase;
let owner: pg.Client;

beforeAll(async () => {
  [portalUrl, serviceUrl] = [await freshDatabase("portal"), await freshDatabase("service")];
  open = openDatabase(portalUrl, { connections: 2 });
  owner = new pg.Client(getOwnerUrl("portal", portalUrl));
  await owner.connect();
  for (let index = 1; index <= 6; index++) await refuse(index);
});
afterAll(async () => {
  await owner.end();
  await open.pool.end();
});

function refuse(index: number) {
  const user = { id: null, email: "kim@example.org", role: "staff" } as const;
  const entry = { user, operation: "controlGroup", target: null, requestId: `r${index}` };
  return recordRefusal(open.db, entry, 403);
}

const verify = (...options: string[]) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    execFile(
      process.execPath,
      ["runtime/run.mjs", "tools/audit.ts", "verify", ...options],
      {
        env: {
          ...process.env,
          PORTAL_DATABASE_URL: portalUrl,
          SERVICE_DATABASE_URL: serviceUrl,
        },
      },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, said: stdout + stderr }),
    );
  });

/** As the owner of the table can do. */
async function tamper(statement: string) {
  await owner.query("ALTER TABLE audit DISABLE TRIGGER audit_kept");
  await owner.query(statement);
  await owner.query("ALTER TABLE audit ENABLE TRIGGER audit_kept");
}

test("the command reports what is wrong with an audit trail, and exits with 1", async () => {
  const whole = await verify();
  expect(whole).toMatchObject({ code: 0, said: expect.stringContaining("Nothing was changed") });
  const head = /portal: 6 rows, head ([0-9a-f]{64})/.exec(whole.said)![1]!;
  expect((await verify("--head", head)).code).toBe(0);

  await tamper("DELETE FROM audit WHERE id = 6");
  const cut = await verify("--head", head);
  expect(cut.code).toBe(1);
  expect(cut.said).toContain("row 6, the last that was written, is not there");
  expect(cut.said).toContain(`head ${head} is in neither`);

  await refuse(7);
  await tamper("UPDATE audit SET who = 'lee@example.org' WHERE id = 2");
  await tamper("DELETE FROM audit WHERE id = 4");
  const { code, said } = await verify();
  expect(code).toBe(1);
  expect(said).toContain("row 2 is not what was written");
  expect(said).toContain("row 5 does not follow row 3");
  expect(said).toContain("row 7 does not follow row 5");
}, 120_000);
