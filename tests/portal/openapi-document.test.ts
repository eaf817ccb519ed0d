import { afterEach, expect, test } from "vitest";
import { problem } from "../../lib/contract/index.ts";
import { runInContext } from "../../lib/portal/context/request-context.ts";
import { respondServiceDocument } from "../../lib/portal/http/openapi-document.ts";
import { startService } from "./fake-service.ts";
import { createTestClient, NOW } from "./portal-world.ts";

const RUNTIME = Symbol.for("curtail.portal.runtime");
const shared = globalThis as { [RUNTIME]?: unknown };
afterEach(() => delete shared[RUNTIME]);

const read = () =>
  runInContext({ address: null, requestId: "id-of-the-browser" }, () => respondServiceDocument());

test("the document is not awaited while the service is unavailable, and is requested with the browser's request id", async () => {
  const service = await startService(() => Response.json({ openapi: "3.1.0" }));
  const client = { ...createTestClient(service), unavailableSince: (): Date | null => NOW };
  shared[RUNTIME] = { client };
  const refused = await read();
  expect(refused.headers.get("x-request-id")).toBe("id-of-the-browser");
  expect(problem.parse(await refused.json())).toMatchObject({
    status: 503,
    code: "service-away",
    request_id: "id-of-the-browser",
  });
  expect(service.seen).toEqual([]);
  client.unavailableSince = () => null;
  await read();
  const [asked] = service.seen;
  expect(asked!.headers.get("x-request-id")).toBe("id-of-the-browser");
  expect(asked!.headers.get("x-api-key")).toBeNull();
});
