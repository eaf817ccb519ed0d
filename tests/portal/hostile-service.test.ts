import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import type { PortalError } from "../../lib/portal/context/errors.ts";
import { API_KEY, startService, type FakeService } from "./fake-service.ts";
import * as plant from "./fixtures.ts";
import { createTestClient, catchError } from "./portal-world.ts";

const json = (body: string) =>
  new Response(body, { headers: { "Content-Type": "application/json" } });

const endless = () => {
  const chunk = new TextEncoder().encode(" ".repeat(16 * 1024));
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
};

const hostile: Record<string, () => Response | Promise<Response>> = {
  "a web page": () =>
    new Response("<html>login</html>", { headers: { "Content-Type": "text/html" } }),
  "a redirect to elsewhere": () => Response.redirect("http://127.0.0.1:9/steal", 307),
  "another shape": () => json('{"data":[{"id":7}]}'),
  "half a document": () => json('{"data":['),
  "nothing at all": () => json(""),
  "an answer without end": endless,
  silence: () => new Promise(() => undefined),
  "headers and then silence": () =>
    new Response(new ReadableStream({ start: () => undefined }), {
      headers: { "Content-Type": "application/json" },
    }),
  "the key, echoed": () => json(JSON.stringify({ data: [], echo: API_KEY })),
  "a crash with a stack": () => new Response(`Error at /srv/app.js ${API_KEY}`, { status: 500 }),
};
const cases = Object.entries(hostile);

/** Silence is noticed within a test. */
const QUIET = { waitMs: 400 };

const read = (service: FakeService, patience = {}) =>
  createTestClient(service, patience).call(
    "listControls",
    { params: {}, query: { page: 0, page_size: 10 }, body: undefined },
    "req-9",
  );

const issue = (service: FakeService, patience = {}) =>
  createTestClient(service, patience).call(
    "controlGroup",
    { params: { group_id: "grp_north" }, query: {}, body: { type: "ZERO_EXPORT" } },
    "req-9",
  );

describe.each(cases)("a service that answers with %s", (_, answer) => {
  test("fails a read clearly, without the service's text or the key", async () => {
    const error = await catchError<PortalError>(read(await startService(answer), QUIET));
    expect([502, 504]).toContain(error.status);
    const shown = JSON.stringify(error.problem) + error.message;
    expect(shown).not.toContain(API_KEY);
    expect(shown).not.toMatch(/html|steal|app\.js/);
  });

  test("leaves a control unknown, and names where to check it", async () => {
    const error = await catchError<PortalError>(issue(await startService(answer), QUIET));
    expect([502, 504]).toContain(error.status);
    expect(error.problem.type).toBe("urn:curtail:problem:control-unknown");
    expect(error.problem.detail).toContain("list of controls");
  });
});

test("a redirect is not followed", async () => {
  const target = await startService(() => Response.json(plant.control("ctrl_1")));
  const service = await startService(() => Response.redirect(`${target.baseUrl}/v1/controls`, 307));
  await catchError(read(service));
  expect(target.seen).toEqual([]);
});

test("a connection that breaks after a control was sent leaves it unknown", async () => {
  const service = await brokenService();
  const error = await catchError<PortalError>(issue(service));
  expect(error.problem.type).toBe("urn:curtail:problem:control-unknown");
});

test("an unreachable service is reported as never having received the control", async () => {
  const service = await closedService();
  const error = await catchError<PortalError>(issue(service));
  expect(error.status).toBe(503);
  expect(error.problem.type).toBe("urn:curtail:problem:unavailable");
});

/** An address where something listened a moment ago. */
async function closedService(): Promise<FakeService> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return { baseUrl: `http://127.0.0.1:${port}`, seen: [], controls: [] };
}

/** Accepts a request and closes the connection. */
async function brokenService(): Promise<FakeService> {
  const server = createServer((socket) => socket.on("data", () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { baseUrl: `http://127.0.0.1:${port}`, seen: [], controls: [] };
}
