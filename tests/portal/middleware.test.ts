import { readdirSync } from "node:fs";
import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import { safePath, signInPath } from "../../lib/http/return-path.ts";
import { config, middleware } from "../../middleware.ts";

const ask = (path: string, headers: Record<string, string> = {}) =>
  middleware(new NextRequest(`http://portal.example${path}`, { headers }));
const signedIn = { cookie: "curtail.session=token" };

describe("the middleware", () => {
  test("redirects a request without a session cookie to sign-in, with the page to return to", () => {
    const { status, headers } = ask("/locations?page=2");
    expect(status).toBe(307);
    const location = new URL(headers.get("location")!);
    expect(location.pathname).toBe("/sign-in");
    expect(location.searchParams.get("next")).toBe("/locations?page=2");
  });

  test("makes the API guide public, and nothing that only starts with its path", () => {
    expect(["/docs", "/docs/controls"].map((path) => ask(path).status)).toEqual([200, 200]);
    expect(ask("/docsx").status).toBe(307);
  });

  test("gives every page a policy with its own nonce, including the sign-in page", () => {
    const nonces = [ask("/sign-in"), ask("/", signedIn)].map(({ headers }) => {
      const policy = headers.get("content-security-policy")!;
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(policy)![1];
      expect(headers.get("x-middleware-request-x-nonce")).toBe(nonce);
      expect(headers.get("x-middleware-request-content-security-policy")).toBe(policy);
      return nonce;
    });
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("removes headers that only the middleware may set", () => {
    const forged = {
      ...signedIn,
      "x-nonce": "mine",
      "x-portal-path": "/forged",
      "x-portal-other": "1",
      "x-middleware-subrequest": "middleware",
      "content-security-policy": "script-src 'nonce-mine'",
    };
    const { headers } = ask("/customers", forged);
    expect([...headers].flat().join("\n")).not.toMatch(/mine|forged/);
    expect(headers.get("x-middleware-request-x-portal-path")).toBe("/customers");
    const kept = headers.get("x-middleware-override-headers")!.split(",");
    expect(kept).not.toContain("x-middleware-subrequest");
    expect(kept).not.toContain("x-portal-other");
  });

  const nothingFor = (path: string, headers = signedIn) =>
    new URL(ask(path, headers).headers.get("x-middleware-rewrite") ?? "http://x/none").pathname;
  const long = "a".repeat(2000);

  test.each(["%E0%A4%A", "%E0%A4", "%", "%C0%AF", long])(
    "rewrites a malformed URL to the not-found page: %.20s",
    (part) => {
      expect(nothingFor(`/devices/${part}`)).toBe("/nothing-here");
      expect(nothingFor(`/docs/${part}`)).toBe("/docs/nothing-here");
      expect(nothingFor(`/api/devices/${part}`)).toBe("/api/nothing-here");
      const { status, headers } = ask(`/devices/${part}`);
      expect([status, headers.get("location")]).toEqual([307, "http://portal.example/sign-in"]);
    },
  );

  test("passes well-formed URLs of /api to their routes", () => {
    const { headers } = ask("/api/devices/caf%C3%A9");
    expect(headers.get("x-middleware-next")).toBe("1");
    expect(headers.get("content-security-policy")).toBeNull();
  });

  test.each(["%E0%A4%A", "%", "%C3%A9", "x%2", long])("matches /api/devices/%.20s", (part) => {
    const matches = (path: string) =>
      config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path));
    expect(matches(`/api/devices/${part}`)).toBe(true);
    expect(matches("/api/devices/a%20b%2Fc")).toBe(false);
  });

  test.each([
    ["/api/locations", false],
    ["/api", false],
    ["/_next/static/chunks/a.js", false],
    ["/healthz", false],
    ["/readyz", false],
    ["/icon.svg", false],
    ["/sw.js", false],
    ["/offline", false],
    ["/manifest.webmanifest", false],
    ["/docs", true],
    ["/offline/x", true],
    ["/", true],
    ["/sign-in", true],
    ["/apiary", true],
    ["/devices/a.png", true],
    ["/nothing.png", true],
    ["/robots.txt", true],
    ["/icons/nothing.png", true],
    ["/icons/meter.png/x", true],
  ])("matches %s: %s", (path, looks) => {
    expect(new RegExp(`^${config.matcher[0]}$`).test(path)).toBe(looks);
  });

  test("excludes existing public files, and nothing with a similar name", () => {
    const files = readdirSync(new URL("../../public", import.meta.url), { recursive: true })
      .map(String)
      .filter((file) => file.includes("."));
    expect(files.length).toBeGreaterThan(5);
    for (const file of [...files, "manifest.webmanifest"]) {
      expect([file, new RegExp(`^${config.matcher[0]}$`).test(`/${file}`)]).toEqual([file, false]);
    }
  });
});

describe("the return page", () => {
  test.each([
    ["/locations/loc_1?page=2", "/locations/loc_1?page=2"],
    ["/", "/"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["/x/..//evil.example", "/"],
    ["https://evil.example/", "/"],
    ["javascript:alert(1)", "/"],
    ["/sign-in?next=/", "/"],
    [null, "/"],
  ])("of %j is %j", (given, safe) => {
    expect(safePath(given)).toBe(safe);
  });

  test("is omitted if it is the start page", () => {
    expect(signInPath("/")).toBe("/sign-in");
    expect(signInPath("/a?b=c&d")).toBe("/sign-in?next=%2Fa%3Fb%3Dc%26d");
  });
});
