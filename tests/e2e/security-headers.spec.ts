import { portalRoutes } from "../../lib/portal/auth/portal-routes.ts";
import { everyPage } from "./page-rights.ts";
import { expect, STAFF, signIn, test } from "./users.ts";
import { toPagePath, allOperations, apiPath, someIds } from "./page-ids.ts";
import { forEach, rawRequest } from "./raw-request.ts";

const shut = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "x-request-id": expect.stringMatching(/^[\w-]{36}$/),
  "content-security-policy": expect.stringMatching(
    /default-src '(self|none)'.*frame-ancestors 'none'/,
  ),
};
const others = ["/healthz", "/readyz", "/offline", "/docs/openapi.json", "/sw.js", "/icon.svg"];
const odd = ["/favicon.ico", "/manifest.webmanifest", "/_next/static/nope.js", "/api//groups"];
const broken = ["/%", "/api/%ff", "/nothing/at/all", "/api/nothing", "/docs/files/devices.md"];

test("every answer of every page and route carries the security headers", async ({
  context,
  curtail,
  service,
}) => {
  const ids = await someIds(service);
  const pages = everyPage.map((page) => toPagePath(page, ids).replace(/\[.*?\]/g, "x"));
  const routes = Object.keys(portalRoutes).map((route) => route.split(" ")[1]!);
  const own = routes.map((path) => path.replace(/\{\w+\}/g, "x"));
  const calls = allOperations.map((operation) => apiPath(operation, ids));
  const asked = [...new Set([...pages, ...calls, ...own, ...others, ...odd, ...broken])];
  await signIn(context, curtail, STAFF);
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const cookie of ["", cookies]) {
    // A permitted stream does not end.
    const ending = asked.filter((path) => path !== "/api/live" || cookie === "");
    await forEach(ending, async (path) => {
      const { headers } = await rawRequest(curtail.portalUrl, path, { headers: { cookie } });
      expect({ path, ...headers }).toMatchObject({ path, ...shut });
      expect([path, headers["x-powered-by"]]).toEqual([path, undefined]);
    });
  }
});

test("device icons may be embedded by other sites", async ({ curtail }) => {
  const { headers } = await rawRequest(curtail.portalUrl, "/icons/meter.png");
  expect(headers["cross-origin-resource-policy"]).toBe("cross-origin");
});
