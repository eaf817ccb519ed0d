import { expect, it } from "vitest";
import { problem } from "../../lib/contract/index.ts";
import { handleOperation, type BffDeps } from "../../lib/portal/http/bff.ts";
import { createPortalClientWith } from "../../lib/portal/client/portal-client.ts";
import { openDatabase } from "../../lib/portal/db/database.ts";
import { readSession } from "../../lib/portal/db/sessions.ts";
import { startDatabaseProxy } from "../support/database-proxy.ts";
import { freshDatabase } from "../support/postgres.ts";
import { startFakeService } from "./fake-service.ts";
import { NOW, portalWorld } from "./portal-world.ts";
import { expectErrorLog } from "../support/error-log.ts";

const HOST = "portal.example:3000";
const own = { host: HOST, "sec-fetch-site": "same-origin", "content-type": "application/json" };
const SILENT_MS = 1_000;
const world = portalWorld();

it.each(["cut", "stalled"] as const)(
  "answers 503 with Retry-After while the portal's database is unreachable, and sends nothing to the service (%s)",
  async (passage) => {
    expectErrorLog(/"Request failed"|"Failed to record a refusal"/);
    const proxy = await startDatabaseProxy(await freshDatabase("portal"));
    const { db, pool } = openDatabase(proxy.url, { connections: 2, silentMs: SILENT_MS });
    const service = await startFakeService("with extensions");
    const user = await world.staff();
    const allDeps: BffDeps[] = [
      {
        currentUser: () => readSession(db, user.sessionId, NOW),
        createPortalClient: (signedIn) => createPortalClientWith(world.deps(service), signedIn),
        publicUrl: undefined,
      },
      {
        currentUser: async () => user,
        createPortalClient: (signedIn) =>
          createPortalClientWith({ ...world.deps(service), db }, signedIn),
        publicUrl: undefined,
      },
    ];
    proxy.set(passage);
    for (const routeDeps of allDeps) {
      const body = JSON.stringify({ type: "ZERO_EXPORT" });
      const asked = new Request(`http://${HOST}/api/x`, { method: "POST", headers: own, body });
      const response = await handleOperation(routeDeps, "controlGroup", asked, {
        group_id: "grp_north",
      });
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      const told = problem.strict().parse(await response.json());
      expect(told.type).toBe("urn:curtail:problem:records-away");
    }
    expect(service.seen.filter(({ method }) => method === "POST")).toEqual([]);
    proxy.set("free");
    await pool.end();
    await proxy.close();
  },
);
