import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../e2e/raw-request.ts";

const reached: string[] = [];
const server = createServer(({ method, headers }, response) => {
  reached.push(method!);
  response.end(headers["x-portal-path"] ?? "nothing forged");
});
let origin: string;
beforeAll(async () => {
  // It is preloaded: a script of its own that only listens.
  await import("../../scripts/front.mjs" as string);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test("TRACE is refused in words before it reaches what cannot take it, the first time too", async () => {
  for (const path of ["/", "/api/controls"]) {
    const { status, headers, text } = await rawRequest(origin, path, { method: "TRACE" });
    expect([status, headers["content-type"]]).toEqual([405, "application/problem+json"]);
    expect(headers.allow).toMatch(/^GET, HEAD/);
    expect(JSON.parse(text)).toMatchObject({ status: 405, title: "This method is not taken" });
  }
  expect(reached).toEqual([]);
});

test("every other method goes on, once, without what its caller may not say", async () => {
  const methods = ["GET", "POST", "DELETE", "OPTIONS", "PROPFIND"];
  for (const method of methods) {
    const headers = { "x-portal-path": "/forged" };
    const { status, text } = await rawRequest(origin, "/", { method, headers });
    expect([status, text]).toEqual([200, "nothing forged"]);
  }
  expect(reached).toEqual(methods);
});
