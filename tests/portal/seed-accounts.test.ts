import { beforeAll, describe, expect, test } from "vitest";
import { DEMO_CUSTOMER, DEMO_STAFF } from "../../lib/portal/users/demo-accounts.ts";
import {
  hasAnyAccount,
  seedPortal,
  type SeedOptions,
} from "../../lib/portal/users/seed-accounts.ts";
import { signInWithPassword } from "../../lib/portal/auth/sign-in.ts";
import { findAccount } from "../../lib/portal/db/accounts.ts";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { freshDatabase } from "../support/postgres.ts";
import { API_KEY, startFakeService, startService } from "./fake-service.ts";
import { anna } from "./fixtures.ts";
import { NOW } from "./portal-world.ts";

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await freshDatabase("portal");
});

const provision = async (given: Partial<SeedOptions>) => {
  const { baseUrl } = await startFakeService("ten only");
  await seedPortal({ databaseUrl, settings: {}, service: { baseUrl, apiKey: API_KEY }, ...given });
};

async function inDatabase<T>(ask: (db: ReturnType<typeof openDatabase>["db"]) => Promise<T>) {
  const { db, pool } = openDatabase(databaseUrl, { connections: 1 });
  try {
    return await ask(db);
  } finally {
    await pool.end();
  }
}
const outcome = (email: string, password: string) =>
  inDatabase(
    async (db) =>
      (await signInWithPassword(db, { email, password }, { address: "::1" }, NOW)).outcome,
  );

describe("seeding accounts", () => {
  test("creates none by default, also when two instances start together", async () => {
    await Promise.all([provision({}), provision({})]);
    expect(await hasAnyAccount(databaseUrl)).toBe(false);
  });

  test("creates the first staff account once and keeps its password afterwards", async () => {
    const STAFF_EMAIL = "boss@example.org";
    await provision({ settings: { STAFF_EMAIL, STAFF_PASSWORD: "the first password" } });
    await provision({ settings: { STAFF_EMAIL, STAFF_PASSWORD: "another password" } });
    expect(await hasAnyAccount(databaseUrl)).toBe(true);
    expect(await outcome(STAFF_EMAIL, "the first password")).toBe("success");
    expect(await outcome(STAFF_EMAIL, "another password")).toBe("refused");
  });

  test("refuses a common password for the first staff account", async () => {
    const settings = { STAFF_EMAIL: "weak@example.org", STAFF_PASSWORD: "Password123456" };
    await expect(provision({ settings })).rejects.toThrow(
      /^STAFF_PASSWORD is one that is guessed early/,
    );
    expect(await inDatabase((db) => findAccount(db, settings.STAFF_EMAIL))).toBeNull();
  });

  test("gives the demo accounts the configured password, and links the customer if possible", async () => {
    await provision({ demoPassword: "demo password 1" });
    const customer = () => inDatabase((db) => findAccount(db, DEMO_CUSTOMER));
    expect(await customer()).toMatchObject({ role: "customer", customerId: null });

    const demo = { ...anna, id: "cus_demo", email: "Customer@Demo.example" };
    const service = await startService((request) =>
      request.url.endsWith("/v1/openapi.json")
        ? Response.json({ paths: { "/v1/customers": { get: {} } } })
        : Response.json({ data: [anna, demo] }),
    );
    const address = { baseUrl: service.baseUrl, apiKey: API_KEY };
    await provision({ demoPassword: "demo password 2", service: address });
    expect(await customer()).toMatchObject({ customerId: "cus_demo" });
    expect(await outcome(DEMO_STAFF, "demo password 1")).toBe("refused");
    expect(await outcome(DEMO_STAFF, "demo password 2")).toBe("success");
  });

  test("closes the demo accounts when the demo is off, and reopens them when it is on", async () => {
    await provision({ demoPassword: "demo password 3" });
    await provision({});
    expect(await outcome(DEMO_STAFF, "demo password 3")).toBe("refused");
    expect(await outcome(DEMO_CUSTOMER, "demo password 3")).toBe("refused");
    await provision({ demoPassword: "demo password 3" });
    expect(await outcome(DEMO_STAFF, "demo password 3")).toBe("success");
  });
});
