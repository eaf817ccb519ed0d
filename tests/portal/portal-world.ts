import { afterAll, beforeAll } from "vitest";
import {
  createServiceClient,
  serviceLimits,
} from "../../lib/portal/service-client/service-client.ts";
import { createPortalClientWith, type Portal } from "../../lib/portal/client/portal-client.ts";
import type { PortalDeps } from "../../lib/portal/service-client/portal-deps.ts";
import { createAccount, findAccount } from "../../lib/portal/db/accounts.ts";
import { openDatabase, type OpenDatabase } from "../../lib/portal/db/database.ts";
import { openSession, readSession, type User } from "../../lib/portal/db/sessions.ts";
import { hashPassword } from "../../lib/portal/auth/password.ts";
import { getOwnerUrl, freshDatabase } from "../support/postgres.ts";
import { API_KEY, type FakeService } from "./fake-service.ts";
import { anna, bram } from "./fixtures.ts";

export const NOW = new Date("2026-06-01T10:05:00Z");
export const PASSWORD = "correct horse battery";

/** A portal database per test file, with three users. */
export function portalWorld() {
  let open: OpenDatabase;
  let url: string;
  beforeAll(async () => {
    url = await freshDatabase("portal");
    open = openDatabase(url, { connections: 4 });
    const passwordHash = await hashPassword(PASSWORD);
    const people = [
      {
        email: "Staff@example.org",
        name: "Staff",
        role: "staff" as const,
        level: "admin" as const,
      },
      { email: anna.email, name: anna.name, role: "customer" as const, customerId: anna.id },
      { email: bram.email, name: bram.name, role: "customer" as const, customerId: bram.id },
    ];
    for (const person of people) await createAccount(open.db, { ...person, passwordHash });
  });
  afterAll(() => open.pool.end());

  async function signIn(email: string, now = NOW): Promise<User> {
    const account = (await findAccount(open.db, email))!;
    return (await readSession(open.db, await openSession(open.db, account, now), now))!;
  }

  return {
    get db() {
      return open.db;
    },
    /** How the role that owns the tables connects. */
    get ownerUrl() {
      return getOwnerUrl("portal", url);
    },
    signIn,
    staff: () => signIn("staff@example.org"),
    anna: () => signIn(anna.email),
    deps: (service: FakeService): PortalDeps => ({
      db: open.db,
      client: createTestClient(service),
      now: () => NOW,
    }),
    async portal(service: FakeService, user: User): Promise<Portal> {
      return createPortalClientWith(this.deps(service), user);
    },
  };
}

/** A client with small buffers, and an idle timeout set by the test. */
export const createTestClient = (service: FakeService, { path = "", waitMs = 20_000 } = {}) =>
  createServiceClient(
    { baseUrl: service.baseUrl + path, apiKey: API_KEY },
    { ...serviceLimits, readMs: waitMs, controlMs: waitMs, maxResponseBytes: 256 * 1024 },
  );

/** The error a call ends with. */
export async function catchError<E>(call: Promise<unknown>): Promise<E> {
  try {
    await call;
  } catch (error) {
    return error as E;
  }
  throw new Error("the call was expected to fail");
}
