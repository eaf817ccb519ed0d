import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "@playwright/test";
import { levels } from "../../lib/portal/db/schema.ts";
import { closedRoutes } from "./closed-routes.ts";
import { CUSTOMER, STAFF, type Curtail } from "./start-stack.ts";
import { everyPage, pageRights } from "./page-rights.ts";
import { anotherCustomer, demoCustomer, expect, signIn, test } from "./users.ts";
import { toPagePath, someIds, type Ids } from "./page-ids.ts";
import { forEach, rawRequest, upgradeRequest, type RawAnswer } from "./raw-request.ts";
import type { Service } from "./service.ts";

/** Satisfies the middleware, which only checks for a session cookie. */
const FORGED = "curtail.session=nobody-s";

const filled = (page: string, ids: Ids) =>
  toPagePath(page, ids)
    .replace("[tag]", "controls")
    .replace("[token]", "x".repeat(43))
    .replace("[...unknown]", "nothing/at/all");

async function cookieOf(context: BrowserContext, curtail: Curtail, email: string) {
  await context.clearCookies();
  await signIn(context, curtail, email);
  const cookies = await context.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** The demo data hidden from a customer: all other customers and their resources. */
async function othersData(service: Service): Promise<string[]> {
  const { customer, locations, devices } = await demoCustomer(service);
  const own = new Set([customer, ...locations, ...devices].map(({ id }) => id));
  const [customers, places, groups] = await Promise.all([
    service.call("listCustomers", { query: { page_size: 100 } }),
    service.call("listLocations", { query: { page_size: 100 } }),
    service.call("listGroups", { query: { page_size: 100 } }),
  ]);
  const ids = [customers, places, groups].flatMap(({ data }) => data.map(({ id }) => id));
  const names = customers.data.filter(({ id }) => !own.has(id)).map(({ email }) => email ?? "");
  const others = [...ids.filter((id) => !own.has(id)), ...names.filter((name) => name.length > 5)];
  expect(others.length).toBeGreaterThan(100);
  return others;
}

/** A requested id is part of the answered URL; only other ids are a leak. */
const tells = (text: string, data: string[], asked: string) =>
  data.filter((secret) => !asked.includes(secret) && text.includes(secret));

const treeOf = (path: string) => {
  const segments = path.split("/").filter(Boolean);
  const leaf: unknown = ["__PAGE__", {}, null, "refetch"];
  const inner = segments.reduceRight((tree, name) => [name, { children: tree }], leaf);
  return encodeURIComponent(JSON.stringify(["", { children: ["(portal)", { children: inner }] }]));
};

/** Forged headers of known bypasses, for the page's path. */
const forgedHeaders: Record<string, (path: string) => Record<string, string>> = {
  "a subrequest": () => ({ "x-middleware-subrequest": Array(5).fill("middleware").join(":") }),
  "an answer of the middleware": () => ({
    "x-middleware-next": "1",
    "x-middleware-rewrite": "/docs",
  }),
  "another host": () => ({ "x-forwarded-host": "127.0.0.1", "x-forwarded-proto": "https" }),
  "another address": () => ({ "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1" }),
  "another path": (path) => ({
    "x-original-url": "/docs",
    "x-rewrite-url": "/docs",
    "x-portal-path": path,
  }),
  "another method": () => ({ "x-http-method-override": "OPTIONS" }),
  "data of a page": () => ({ "x-nextjs-data": "1" }),
  "a nonce": () => ({ "x-nonce": "mine" }),
};

const components: Record<string, (path: string) => Record<string, string>> = {
  "server components": () => ({ rsc: "1" }),
  "a prefetch": () => ({ rsc: "1", "next-router-prefetch": "1" }),
  "a prefetched segment": () => ({
    rsc: "1",
    "next-router-prefetch": "1",
    "next-router-segment-prefetch": "/_tree",
  }),
  "the innermost segment only": (path) => ({ rsc: "1", "next-router-state-tree": treeOf(path) }),
};

const otherPaths: Record<string, (path: string) => string> = {
  "two slashes": (path) => `/${path}`,
  "a slash at the end": (path) => `${path}/`,
  "a dot at the end": (path) => `${path}.`,
  "a way round": (path) => `/docs/..${path}`,
  "an encoded way round": (path) => `/docs/%2e%2e${path}`,
  "an encoded slash": (path) => `/docs%2f..${path.replaceAll("/", "%2f")}`,
  "an encoded letter": (path) => path.replace(/[a-z]/, (a) => `%${a.charCodeAt(0).toString(16)}`),
  capitals: (path) => path.toUpperCase(),
  "a backslash": (path) => path.replace("/", "/\\"),
  "a semicolon": (path) => `${path};.png`,
  ".rsc": (path) => `${path}.rsc`,
  "a segment": (path) => `${path}.segments/_tree.segment.rsc`,
  "its page's segment": (path) => `${path}.segments/!KHBvcnRhbCk${path}/__PAGE__.segment.rsc`,
  "its data": (path) => `/_next/data/development${path}.json`,
};

interface Caller {
  origin: string;
  cookie: string;
}

/** A change without this header is refused before its session is read. */
const fromOurPage = { "sec-fetch-site": "same-origin", "content-type": "application/json" };

function ask(
  { origin, cookie }: Caller,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
) {
  const changes = /^(POST|PUT|PATCH|DELETE)$/.test(method);
  const sent = { ...(cookie && { cookie }), ...(changes && fromOurPage), ...headers };
  const body = changes && method !== "DELETE" ? JSON.stringify({ name: "Taken over" }) : undefined;
  return rawRequest(origin, path, { method, headers: sent, body });
}

/** The same, and with the query parameter that Next uses in place of the headers. */
async function askComponents(
  caller: Caller,
  path: string,
  headers: Record<string, string>,
  method = "GET",
) {
  const first = await ask(caller, path, headers, method);
  const { location = "" } = first.headers;
  return location.includes("_rsc") ? ask(caller, location, headers, method) : first;
}

const signInOf = ({ headers }: RawAnswer) => headers.location?.split("?")[0];

/** A tree of names alone, as a prefetch gets it, is short; a page's content never is. */
const NAMES_ALONE = 1500;

/** Refused: redirected to sign-in or to the normalised URL, or not found. */
function isRefusal({ status, headers, text }: RawAnswer): boolean {
  if (status >= 300 && status < 400) return /^\/(?!\/)/.test(headers.location ?? "");
  if (status >= 400 && status < 500) return true;
  const isComponents = headers["content-type"]?.startsWith("text/x-component") ?? false;
  const goesOn = /NEXT_REDIRECT;replace;\/sign-in|NEXT_HTTP_ERROR_FALLBACK;404/.test(text);
  return status === 200 && isComponents && (goesOn || text.length < NAMES_ALONE);
}

const closedTo = (who: "nobody" | "customer") =>
  everyPage.filter((page) => {
    const right = pageRights[page];
    const open = who === "nobody" ? ["anyone"] : ["anyone", "signed-in", "customer"];
    return !open.includes(right ?? "");
  });

test("every page is public by the list, or admits exactly the listed roles", async ({
  browser,
  curtail,
  service,
}) => {
  expect(everyPage).toEqual(Object.keys(pageRights).sort());
  const ids = await someIds(service);
  const own = await demoCustomer(service);
  const theirs = { ...ids, locations: own.locations[0]!.id, devices: own.devices[0]!.id };
  const context = await browser.newContext({ baseURL: curtail.portalUrl });
  const emails = { customer: CUSTOMER, viewer: "viewer@demo.example" };
  const people = { ...emails, operator: "operator@demo.example", admin: STAFF };
  const cookies: Record<string, string> = { nobody: "", forged: FORGED };
  for (const [who, email] of Object.entries(people)) {
    cookies[who] = await cookieOf(context, curtail, email);
  }
  for (const who of Object.keys(cookies)) {
    await forEach(everyPage, async (page) => {
      const path = filled(page, who === "customer" ? theirs : ids);
      const answer = await ask({ origin: curtail.portalUrl, cookie: cookies[who]! }, path);
      const right = pageRights[page]!;
      const isNobody = who === "nobody" || who === "forged";
      const level = levels.indexOf(who as "viewer");
      const may =
        right === "anyone" ||
        (!isNobody && right === "signed-in") ||
        right === who ||
        (level >= 0 &&
          levels.indexOf(right as "viewer") >= 0 &&
          level >= levels.indexOf(right as "viewer"));
      const there = page === "/[...unknown]" ? 404 : 200;
      // A signed-in user does not need the sign-in page.
      const isIn = page === "/sign-in" && !isNobody;
      const want = isIn ? 307 : may ? there : isNobody ? 307 : 404;
      expect([who, path, answer.status]).toEqual([who, path, want]);
      if (want === 307 && isNobody) expect(signInOf(answer)).toBe("/sign-in");
    });
  }
  await context.close();
});

for (const who of ["nobody", "customer"] as const) {
  test(`no header or spelling of the URL opens a page to ${who}`, async ({
    context,
    curtail,
    service,
  }) => {
    test.setTimeout(180_000);
    const ids = await someIds(service);
    const data = await othersData(service);
    const cookie = who === "nobody" ? FORGED : await cookieOf(context, curtail, CUSTOMER);
    const caller = { origin: curtail.portalUrl, cookie };
    await forEach(closedTo(who), async (page) => {
      const path = filled(page, ids);
      const plain = await ask(caller, path);
      const check = (how: string, answer: RawAnswer) => {
        const about = `${path} with ${how}: ${answer.status} ${answer.headers.location ?? ""}`;
        expect(tells(answer.text, data, path), about).toEqual([]);
        expect(isRefusal(answer), `${about} ${answer.text.slice(0, 200)}`).toBe(true);
      };
      check("nothing", plain);
      for (const [how, headers] of Object.entries(forgedHeaders)) {
        const answer = await ask(caller, path, headers(path));
        check(how, answer);
        const same = [plain.status, plain.headers.location];
        expect([answer.status, answer.headers.location], `${path} with ${how}`).toEqual(same);
      }
      for (const [how, headers] of Object.entries(components)) {
        check(how, await askComponents(caller, path, headers(path)));
      }
      for (const [how, spelled] of Object.entries(otherPaths)) {
        check(how, await ask(caller, spelled(path)));
        if (/segment/.test(how)) check(how, await ask(caller, spelled(path), { rsc: "1" }));
      }
      check("HEAD", await ask(caller, path, {}, "HEAD"));
    });
  });

  test(`no header or spelling of the URL opens a route to ${who}`, async ({
    context,
    curtail,
    service,
  }) => {
    test.setTimeout(180_000);
    const { customer, location, device } = await anotherCustomer(service);
    const theirs = { customers: customer.id, locations: location.id, devices: device.id };
    const ids = { ...(await someIds(service)), ...theirs };
    const data = await othersData(service);
    const cookie = who === "nobody" ? FORGED : await cookieOf(context, curtail, CUSTOMER);
    const caller = { origin: curtail.portalUrl, cookie };
    await forEach(closedRoutes(who, ids), async ({ path, method, refusal }) => {
      const plain = await ask(caller, path, {}, method);
      const check = (how: string, answer: RawAnswer) => {
        const about = `${method} ${path} with ${how}: ${answer.status}`;
        expect(tells(answer.text, data, path), about).toEqual([]);
        expect(answer.status, about).toBeGreaterThanOrEqual(300);
        expect(answer.status, about).toBeLessThan(500);
      };
      expect(plain.status, `${method} ${path}`).toBe(refusal);
      for (const [how, headers] of Object.entries({ ...forgedHeaders, ...components })) {
        const answer = await askComponents(caller, path, headers(path), method);
        check(how, answer);
        expect(answer.status, `${method} ${path} with ${how}`).toBe(plain.status);
      }
      for (const [how, spelled] of Object.entries(otherPaths)) {
        check(how, await ask(caller, spelled(path), {}, method));
      }
      if (method === "GET") {
        const head = await ask(caller, path, {}, "HEAD");
        expect([head.status, head.text], `HEAD ${path}`).toEqual([plain.status, ""]);
        const options = await ask(caller, path, {}, "OPTIONS");
        expect([options.status < 500, options.text], `OPTIONS ${path}`).toEqual([true, ""]);
      }
    });
  });
}

test("no page has a Server Action to call, signed in or not", async ({
  context,
  curtail,
  service,
}) => {
  const ids = await someIds(service);
  const likeFiles = ["/nothing.png", "/icon.svg", "/robots.txt", "/_next/static/nothing.js"];
  for (const cookie of ["", FORGED, await cookieOf(context, curtail, STAFF)]) {
    await forEach([...everyPage, ...likeFiles], async (page) => {
      const headers = { "next-action": "0".repeat(42), "content-type": "text/plain;charset=UTF-8" };
      const caller = { origin: curtail.portalUrl, cookie };
      const { status, text } = await ask(caller, filled(page, ids), headers, "POST");
      expect([page, status, text]).toEqual([page, 405, ""]);
    });
  }
});

test("TRACE is refused with a problem on a page, a route and a file", async ({ curtail }) => {
  for (const path of ["/", "/sign-in", "/api/controls", "/api/nothing", "/healthz", "/icon.svg"]) {
    const { status, text } = await rawRequest(curtail.portalUrl, path, { method: "TRACE" });
    expect([path, status, text]).toEqual([path, 405, expect.stringContaining("not allowed")]);
  }
});

test("the image optimiser fetches and resizes nothing", async ({ staff: page }) => {
  for (const url of [
    "/icon.svg",
    "/icons/battery.png",
    "http://127.0.0.1/",
    "https://a.example/",
  ]) {
    const address = `/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`;
    expect((await page.request.get(address)).status(), url).toBe(404);
  }
});

test("a request to upgrade opens nothing and is not forwarded to another host", async ({
  curtail,
}) => {
  const reached: string[] = [];
  const inside = createServer((request, answer) => {
    reached.push(request.url!);
    answer.end("inside");
  });
  await new Promise<void>((done) => inside.listen(0, "127.0.0.1", done));
  const other = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`;
  for (const target of [
    "/",
    "/controls",
    "/api/groups",
    "/docs",
    `${other}/`,
    `${other}/controls`,
  ]) {
    const answer = await upgradeRequest(curtail.portalUrl, target);
    expect(answer, target).not.toMatch(/^HTTP\/1\.1 (101|200)|inside/);
  }
  inside.close();
  expect(reached).toEqual([]);
});
