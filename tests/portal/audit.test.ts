import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readAuditPage } from "../../lib/portal/audit-log/audit.ts";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { audit } from "../../lib/portal/db/schema.ts";
import { startFakeService, startService } from "./fake-service.ts";
import { catchError, portalWorld } from "./portal-world.ts";

const world = portalWorld();
const north = { params: { group_id: "grp_north" }, body: { type: "ZERO_EXPORT" as const } };
const rows = (requestId: string) =>
  world.db.select().from(audit).where(eq(audit.requestId, requestId)).orderBy(audit.id);

test("a control is recorded before it is sent and after its answer, with its input", async () => {
  const portal = await world.portal(await startFakeService("ten only"), await world.staff());
  const { requestId, data } = await portal.call("controlGroup", north);
  const common = { who: "Staff@example.org", role: "staff", operation: "controlGroup" };
  const asked = "group_id=grp_north type=ZERO_EXPORT";
  expect(await rows(requestId)).toMatchObject([
    { ...common, target: asked, kind: "intent", status: null },
    { ...common, target: `${asked} control_id=${data.id}`, kind: "outcome", status: 200 },
  ]);
  const { items } = await readAuditPage(world, await world.staff(), { page: 0, page_size: 25 });
  expect(items[0]).toMatchObject({ target: `${asked} control_id=${data.id}` });
});

test("a control whose answer did not arrive is recorded as unknown", async () => {
  const service = await startService(() => new Response("", { status: 500 }));
  const portal = await world.portal(service, await world.staff());
  const error = await catchError<PortalError>(portal.call("controlGroup", north));
  const written = await rows(error.problem.request_id);
  expect(written.map(({ status }) => status)).toEqual([null, 502]);
});

test("reads are not recorded", async () => {
  const portal = await world.portal(await startFakeService("ten only"), await world.staff());
  const { requestId } = await portal.call("listControls", {});
  expect(await rows(requestId)).toEqual([]);
});
