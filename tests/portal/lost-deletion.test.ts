import { beforeEach, expect, test } from "vitest";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { createAccount, findAccount, setDisabled } from "../../lib/portal/db/accounts.ts";
import type { Database } from "../../lib/portal/db/database.ts";
import { createInvitation, listOpenInvitations } from "../../lib/portal/db/invitations.ts";
import { readSession } from "../../lib/portal/db/sessions.ts";
import type { PortalDeps } from "../../lib/portal/service-client/portal-deps.ts";
import { reconcile } from "../../lib/portal/reconcile/reconcile.ts";
import { startService, type FakeService } from "./fake-service.ts";
import * as plant from "./fixtures.ts";
import { catchError, NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const PARTNER = "partner@example.org";
const customerId = plant.anna.id;
const paths = { "/v1/customers/{customer_id}": { get: {}, delete: {} } };

/** A service that loses the answer of a deletion, which it carries out or not. */
function losing(deletes: boolean): Promise<FakeService> {
  let isDeleted = false;
  return startService((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/openapi.json") return Response.json({ openapi: "3.1.0", paths });
    if (request.method === "DELETE") {
      isDeleted = deletes;
      return new Response("", { status: 502 });
    }
    return isDeleted ? Response.json({}, { status: 404 }) : Response.json(plant.anna);
  });
}

/** Deletes the customer at a service that loses the answer. */
async function deleteCustomer(service: FakeService): Promise<void> {
  const portal = await createPortalClientWith(world.deps(service), await world.staff());
  const call = portal.call("deleteCustomer", { params: { customer_id: customerId } });
  expect((await catchError<PortalError>(call)).problem.type).toContain("change-unknown");
}

const later = (service: FakeService, minutes: number): PortalDeps => ({
  ...world.deps(service),
  now: () => new Date(Date.now() + minutes * 60_000),
});
const closedAt = async (email: string) => (await findAccount(world.db, email))!.disabledAt;

beforeEach(async () => {
  await setDisabled(world.db, (await findAccount(world.db, plant.anna.email))!.id, null);
});

test("a deleted customer's accounts, sessions and invitations end although the answer was lost", async () => {
  const partner = { email: PARTNER, name: "Partner", role: "customer" as const, customerId };
  await createAccount(world.db, { ...partner, passwordHash: "-" });
  await setDisabled(world.db, (await findAccount(world.db, PARTNER))!.id, NOW);
  const [staff, anna] = [await world.staff(), await world.anna()];
  await createInvitation(world.db, {
    kind: "account",
    email: "child@example.org",
    name: null,
    role: "customer",
    level: null,
    language: null,
    customerId,
    accountId: null,
    invitedBy: staff.id,
    tokenHash: "hash-of-a-token",
    createdAt: NOW,
    expiresAt: new Date(NOW.getTime() + 60_000),
  });
  const service = await losing(true);
  await deleteCustomer(service);
  expect(await closedAt(plant.anna.email)).toBeNull();
  await reconcile(later(service, 5));
  expect(await closedAt(plant.anna.email)).not.toBeNull();
  expect(await readSession(world.db, anna.sessionId, NOW)).toBeNull();
  expect(await listOpenInvitations(world.db, { customerId }, NOW)).toEqual([]);
  // It was closed before, which stays so.
  expect(await closedAt(PARTNER)).toEqual(NOW);
  expect(await closedAt(plant.bram.email)).toBeNull();
});

test("a customer's accounts stay open if the deletion did not happen", async () => {
  const service = await losing(false);
  await deleteCustomer(service);
  await reconcile(later(service, 5));
  expect(await closedAt(plant.anna.email)).toBeNull();
});

test("accounts of a deleted customer that could not be closed are closed at the next lookup", async () => {
  const service = await losing(true);
  await deleteCustomer(service);
  const failing = new Proxy(world.db, {
    get: (db, name) => {
      if (name === "update") throw new Error("the connection was lost");
      return Reflect.get(db, name) as unknown;
    },
  }) as Database;
  await expect(reconcile({ ...later(service, 5), db: failing })).rejects.toThrow("was lost");
  await reconcile(later(service, 6));
  expect(await closedAt(plant.anna.email)).not.toBeNull();
});
