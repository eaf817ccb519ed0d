import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { setRouteName } from "../../lib/portal/context/request-context.ts";
import { rawRequest } from "../e2e/raw-request.ts";

const reached: string[] = [];
const urls: string[] = [];
const server = createServer(({ method, headers, url }, response) => {
  reached.push(method!);
  urls.push(url!);
  if (url === "/api/named") setRouteName("listGroups");
  response.end(headers["x-portal-path"] ?? "nothing forged");
});
let origin: string;
const said: string[] = [];
const METRICS = Symbol.for("curtail.portal.metrics");
const recordRequest = vi.fn<(route: string, status: string, seconds: number) => void>();
beforeAll(async () => {
  vi.stubEnv("LOG_LEVEL", "debug");
  (globalThis as Record<symbol, unknown>)[METRICS] = { recordRequest };
  vi.spyOn(process.stdout, "write").mockImplementation((line) => said.push(String(line)) > 0);
  // It is preloaded into a separate script that only listens.
  await import("../../runtime/http/request-preload.mjs" as string);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  vi.restoreAllMocks();
});

test("TRACE is refused with a problem before it reaches a handler, also as the first request", async () => {
  for (const path of ["/", "/api/controls"]) {
    const { status, headers, text } = await rawRequest(origin, path, { method: "TRACE" });
    expect([status, headers["content-type"]]).toEqual([405, "application/problem+json"]);
    expect(headers.allow).toMatch(/^GET, HEAD/);
    expect(JSON.parse(text)).toMatchObject({ status: 405, title: "This method is not allowed" });
  }
  expect(reached).toEqual([]);
});

test("every other method is passed on once, without headers reserved for proxies", async () => {
  const methods = ["GET", "POST", "DELETE", "OPTIONS", "PROPFIND"];
  for (const method of methods) {
    const headers = { "x-portal-path": "/forged" };
    const { status, text } = await rawRequest(origin, "/api/controls", { method, headers });
    expect([status, text]).toEqual([200, "nothing forged"]);
  }
  expect(reached).toEqual(methods);
});

test("an absolute-form request is routed by its path", async () => {
  const paths: Record<string, string> = {
    "http://evil.example/api/controls?q=http://a/b": "/api/controls?q=http://a/b",
    "HTTPS://kim@evil.example:8443/": "/",
    "http://evil.example?q=1": "/?q=1",
    "http://evil.example": "/",
    "/api/controls?next=http://evil.example/": "/api/controls?next=http://evil.example/",
  };
  for (const [asked, path] of Object.entries(paths)) {
    await rawRequest(origin, asked);
    expect(urls.at(-1), asked).toBe(path);
  }
});

test("every answer is counted and timed by route, and no metric contains its path", async () => {
  recordRequest.mockClear();
  said.length = 0;
  const kinds = {
    "/api/auth/callback/credentials?email=kim@example.org": "auth",
    "/api/nothing/cus_anna": "none",
    "/customers/cus_anna": "page",
    "/_next/static/chunk.js": "file",
    "/sw.js": "file",
    "/readyz": "health",
    "/api/named": "listGroups",
  };
  for (const path of Object.keys(kinds)) await rawRequest(origin, path, {});
  await expect.poll(() => recordRequest.mock.calls.length).toBe(Object.keys(kinds).length);
  const told = recordRequest.mock.calls.map(([route, status]) => [route, status]);
  expect(told).toEqual(Object.values(kinds).map((kind) => [kind, "200"]));
  expect(recordRequest.mock.calls.every(([, , seconds]) => seconds > 0 && seconds < 60)).toBe(true);
  const lines = said.map((line) => JSON.parse(line) as Record<string, unknown>);
  // A route with a name writes its own log line.
  expect(lines.map(({ route }) => route)).toEqual(Object.values(kinds).slice(0, -1));
  expect(lines[0]).toMatchObject({
    name: "portal",
    msg: "Request completed",
    method: "GET",
    status: "200",
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(said.join("")).not.toMatch(/cus_anna|kim/);
});

test("only GET and HEAD reach a page or a file, whatever the URL", async () => {
  reached.length = 0;
  const paths = [
    "/",
    "/sign-in",
    "/icon.svg",
    "/_next/static/a.js",
    "//api/x",
    "/apix",
    "/x?/api/",
  ];
  for (const path of paths) {
    for (const method of ["POST", "PUT", "DELETE", "PROPFIND"]) {
      const { status, headers, text } = await rawRequest(origin, path, { method });
      expect([path, status, headers.allow, text]).toEqual([path, 405, "GET, HEAD", ""]);
    }
  }
  expect(reached).toEqual([]);
  for (const path of ["/api", "/api?a=b", "/api/x", `${origin}/api/x`]) {
    expect((await rawRequest(origin, path, { method: "POST" })).status).toBe(200);
  }
  expect((await rawRequest(origin, "/sign-in", { method: "HEAD" })).status).toBe(200);
});
