import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { World } from "../../support/service.ts";

const pages = ["", "/reference.js", "/reference.css", "/swagger-ui-bundle.js", "/swagger-ui.css"];
const bare = { headers: { "X-API-Key": "" } };

let world: World;
beforeAll(async () => {
  world = await World.open("2026-06-15T10:00:00Z");
});
afterAll(() => world.close());

test("the reference is public, sets no cookie, and allows scripts and requests of its own only", async () => {
  for (const page of pages) {
    const response = await world.request(`/v1/docs${page}`, bare);
    expect(response.status, page).toBe(200);
    expect(response.headers.get("set-cookie")).toBeNull();
    const policy = response.headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
});

test("the page names nothing outside of the service", async () => {
  const page = await (await world.request("/v1/docs", bare)).text();
  const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses).toEqual([
    "data:,",
    "docs/swagger-ui.css",
    "docs/reference.css",
    "openapi.json",
    "docs/swagger-ui-bundle.js",
    "docs/reference.js",
  ]);
});

test("its files are compressed, and answered 304 while they are the same", async () => {
  const gzip = { headers: { ...bare.headers, "Accept-Encoding": "gzip" } };
  const first = await world.request("/v1/docs/swagger-ui-bundle.js", gzip);
  expect(first.headers.get("content-encoding")).toBe("gzip");
  expect((await first.arrayBuffer()).byteLength).toBeLessThan(600_000);
  const etag = first.headers.get("etag")!;
  const again = await world.request("/v1/docs/swagger-ui-bundle.js", {
    headers: { ...bare.headers, "If-None-Match": etag },
  });
  expect(again.status).toBe(304);
});

test("only its own files are served", async () => {
  for (const path of ["/v1/docs/package.json", "/v1/docs/index.html", "/v1/docs/..%2fopenapi.json"])
    expect([401, 404], path).toContain((await world.request(path, bare)).status);
});

test("the document names the configured public address as its server", async () => {
  const settings = { SERVICE_PUBLIC_URL: "https://flex.example" };
  const other = await World.open("2026-06-15T10:00:00Z", { settings });
  const { servers } = (await (await other.request("/v1/openapi.json")).json()) as {
    servers: { url: string }[];
  };
  expect(servers.map(({ url }) => url)).toEqual(["https://flex.example"]);
  await other.close();
});

test("installing it reports nothing to its makers", () => {
  const { scarfSettings } = JSON.parse(
    readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
  ) as { scarfSettings: unknown };
  expect(scarfSettings).toEqual({ enabled: false });
});
