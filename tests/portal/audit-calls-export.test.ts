import { beforeAll, expect, test } from "vitest";
import { callOutcomes, type ApiCall } from "../../lib/contract/api-calls.ts";
import { parseCallsQuery, recordedOperations } from "../../lib/portal/audit-log/audit-calls.ts";
import { exportCalls } from "../../lib/portal/audit-log/audit-export.ts";
import { auditedOperations } from "../../lib/portal/audit-log/audit.ts";
import { outcomes } from "../../lib/portal/db/audit-trail.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { startService } from "./fake-service.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { portalWorld } from "./portal-world.ts";

const world = portalWorld();
const COUNT = 230;
let admin: User;
beforeAll(async () => void (admin = { ...(await world.staff()), language: "en" }));

const call = (id: number): ApiCall => ({
  id: String(id),
  created_at: "2026-10-25T00:30:00Z",
  caller: "key_1",
  key_name: "=Trader",
  actor: id === COUNT ? null : "kim",
  operation: "controlGroup",
  target: `group_id=grp_1 control_id=ctrl_${id}`,
  time_from: "2026-10-25T01:00:00Z",
  time_to: "2026-10-25T02:00:00Z",
  status: id === COUNT ? null : 200,
  request_id: `call-${id}`,
  address: "192.0.2.4",
});

/** A service with a record of calls, paged from the latest. */
const recording = (asked: URLSearchParams[]) =>
  startService(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname.endsWith("/openapi.json"))
      return Response.json({ paths: { "/v1/api-calls": { get: {} } } });
    asked.push(searchParams);
    const latest = Number(searchParams.get("before") ?? COUNT + 1) - 1;
    const size = Math.min(latest, Number(searchParams.get("page_size")));
    return Response.json({ data: Array.from({ length: size }, (_, i) => call(latest - i)) });
  });

async function file(query: string, user = admin) {
  const asked: URLSearchParams[] = [];
  const deps = world.deps(await recording(asked));
  const route = "GET /api/audit/calls/export";
  const response = await callPortalRoute(deps, route, exportCalls, { user, query });
  return { response, text: await response.text(), asked };
}

test("the export has every matching call, in local time and UTC, and neutralises formulas", async () => {
  const { response, text, asked } = await file("?from=2026-10-25&caller=key_1");
  expect(response.headers.get("content-disposition")).toContain("api-calls-2026-06-01.csv");
  const [head, first, second, ...rest] = text.trimEnd().split("\r\n");
  expect(head).toContain("Time (Europe/Amsterdam);Time (UTC);API key;Key name;");
  expect(first).toContain("2026-10-25 02:30:00;2026-10-25 00:30:00;key_1;'=Trader;;192.0.2.4;");
  expect(first).toContain("Unknown;;call-230");
  expect(second).toContain("2026-10-25 02:00:00;2026-10-25 03:00:00;Done;200;call-229");
  expect(rest).toHaveLength(COUNT - 2);
  expect(new Set(text.match(/call-\d+/g)).size).toBe(COUNT);
  expect(asked.map((one) => one.get("before"))).toEqual([null, "131", "31"]);
  for (const one of asked) {
    expect([one.get("from"), one.get("caller"), one.has("outcome")]).toEqual([
      "2026-10-25",
      "key_1",
      false,
    ]);
  }
});

test("a refusal by the service is answered as an error, not as a truncated file", async () => {
  const deps = world.deps(
    await startService(({ url }) =>
      new URL(url).pathname.endsWith("/openapi.json")
        ? Response.json({ paths: { "/v1/api-calls": { get: {} } } })
        : Response.json({}, { status: 403 }),
    ),
  );
  const route = "GET /api/audit/calls/export";
  const { status } = await callPortalRoute(deps, route, exportCalls, { user: admin });
  expect(status).toBe(502);
});

test("the export is for admins, and refuses an invalid filter", async () => {
  expect((await file("?outcome=took-effect")).response.status).toBe(422);
  const { response, asked } = await file("", { ...admin, level: "operator" });
  expect([response.status, asked]).toEqual([403, []]);
});

test("query parameters are those of the audit trail", () => {
  const asked = parseCallsQuery({
    outcome: "fine",
    caller: ["key_1", "key_2"],
    page: "2",
    from: "",
  });
  expect(asked).toMatchObject({ caller: "key_1", page: 2, page_size: 25 });
  expect([asked.outcome, asked.from]).toEqual([undefined, undefined]);
  expect(outcomes).toEqual(expect.arrayContaining([...callOutcomes]));
  expect(auditedOperations).toEqual(expect.arrayContaining([...recordedOperations]));
});
