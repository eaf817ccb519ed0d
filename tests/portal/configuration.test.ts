import { describe, expect, test } from "vitest";
import { EnvError, parseEnv } from "../../lib/env.ts";
import { MAX_ARRIVAL_MS } from "../../lib/portal/reconcile/search.ts";
import { readSettings } from "../../runtime/config/settings.ts";

const sentence = (variables: Record<string, string>) => {
  try {
    parseEnv(variables);
  } catch (error) {
    return (error as EnvError).message;
  }
  return "";
};

test("the timeout of a change is shorter than the delay until its outcome is looked up", () => {
  const longest = parseEnv({ SERVICE_CONTROL_MS: "28000" }).SERVICE_CONTROL_MS;
  expect(longest).toBeLessThan(MAX_ARRIVAL_MS / 2);
  expect(sentence({ SERVICE_CONTROL_MS: String(MAX_ARRIVAL_MS / 2) })).not.toBe("");
});

const PUBLIC_URL = "https://portal.example";
const OIDC_ISSUER = "https://id.example";
const provider = { OIDC_ISSUER, OIDC_CLIENT_ID: "curtail", OIDC_CLIENT_SECRET: "secret" };
const ready = { ...provider, OIDC_ADMIN_ROLES: "boss" };

describe("an unsafe configuration stops the start with a message", () => {
  test.each([
    [{ PUBLIC_URL: "https://portal.example/curtail" }, /^PUBLIC_URL must be an address alone/],
    [{ PUBLIC_URL: "https://portal.example/?a=b" }, /^PUBLIC_URL must be an address alone/],
    [{ PUBLIC_URL: "https://me:secret@portal.example" }, /^PUBLIC_URL must be an address alone/],
    [{ PUBLIC_URL: "http://portal.example" }, /^PUBLIC_URL must start with https:/],
    [
      { PUBLIC_URL: "http://192.0.2.1:3000", HOST: "0.0.0.0" },
      /^PUBLIC_URL must start with https:/,
    ],
    [{ PUBLIC_URL: "portal.example" }, /^PUBLIC_URL must be an http or https address/],
    [{ PUBLIC_URL, TRUSTED_PROXIES: "10.0.0.0/40" }, /^TRUSTED_PROXIES names 10\.0\.0\.0\/40/],
    [{ PUBLIC_URL, TRUSTED_PROXIES: "0.0.0.0/0" }, /^TRUSTED_PROXIES names 0\.0\.0\.0\/0/],
    [{ TRUSTED_PROXIES: "10.0.0.1" }, /^PUBLIC_URL must be set with TRUSTED_PROXIES/],
    [{ PUBLIC_URL, OIDC_ISSUER }, /^OIDC_CLIENT_ID must be set with OIDC_ISSUER/],
    [{ PUBLIC_URL, OIDC_CLIENT_SECRET: "x" }, /^OIDC_ISSUER must be set with OIDC_CLIENT_SECRET/],
    [
      { PUBLIC_URL, ...ready, OIDC_ISSUER: "https://login.microsoftonline.com/common/v2.0" },
      /^OIDC_ISSUER must name one tenant/,
    ],
    [{ ...provider, OIDC_ADMIN_ROLES: "a" }, /^PUBLIC_URL must be set with OIDC_ISSUER/],
    [{ PUBLIC_URL, ...provider }, /^OIDC_ADMIN_ROLES or .* nobody could sign in/],
    [
      { PUBLIC_URL, ...ready, OIDC_ISSUER: "http://id.example" },
      /^OIDC_ISSUER must start with https:/,
    ],
    [{ PUBLIC_URL, ...ready, OIDC_SCOPE: "email" }, /^OIDC_SCOPE must contain openid/],
    [{ SERVICE_CONTROL_MS: "28001" }, /^SERVICE_CONTROL_MS must be 28000 milliseconds at most/],
    [{ SERVICE_READ_MS: "499" }, /^SERVICE_READ_MS must be 500 milliseconds or more/],
  ])("%j", (variables, words) => {
    expect(sentence(variables)).toMatch(words);
    expect(sentence(variables).split("\n")).toHaveLength(1);
  });

  test.each(["0.0.0.0", "::", "192.0.2.1", "portal.example"])(
    "HOST=%s without PUBLIC_URL",
    async (HOST) => {
      const start = readSettings(parseEnv({ HOST, PORT: "0", SERVICE_PORT: "0" }), true);
      await expect(start).rejects.toThrow(/^PUBLIC_URL must be set when HOST/);
    },
  );
});

test("an https URL without trusted proxies stops the start: all clients would share one address", async () => {
  const ports = { PORT: "0", SERVICE_PORT: "0", PUBLIC_URL };
  const start = (variables: object, withPortal = true) =>
    readSettings(parseEnv({ ...ports, ...variables }), withPortal);
  await expect(start({})).rejects.toThrow(/^TRUSTED_PROXIES must be set with an https PUBLIC_URL/);
  await start({ TRUSTED_PROXIES: "127.0.0.1" });
  await start({}, false);
  await start({ PUBLIC_URL: "http://localhost:3000" });
});

test("a demo reachable by others refuses a common password: its accounts are staff", async () => {
  const ports = { PORT: "0", SERVICE_PORT: "0" };
  const others = { PUBLIC_URL, TRUSTED_PROXIES: "127.0.0.1" };
  const start = (variables: object) => readSettings(parseEnv({ ...ports, ...variables }), true);
  for (const DEMO_PASSWORD of ["welkom12", "Password123456"]) {
    await expect(start({ ...others, DEMO_PASSWORD })).rejects.toThrow(/^DEMO_PASSWORD must have/);
    await start({ DEMO_PASSWORD });
    await start({ ...others, DEMO_PASSWORD, DEMO: "0" });
  }
  await start({ ...others, DEMO_PASSWORD: "only-for-browser-tests" });
  await start(others);
});

describe("a safe configuration starts", () => {
  test.each([
    [{ PUBLIC_URL: "https://portal.example/" }],
    [{ PUBLIC_URL: "https://portal.example:8443", HOST: "0.0.0.0" }],
    [{ PUBLIC_URL: "http://localhost:3000" }],
    [{ PUBLIC_URL, TRUSTED_PROXIES: "10.0.0.0/8, ::1" }],
    [{ PUBLIC_URL, ...provider, OIDC_VIEWER_ROLES: "everyone" }],
    [{ PUBLIC_URL, ...provider, OIDC_ISSUER: "http://127.0.0.1:9", OIDC_ADMIN_ROLES: "a,b" }],
  ])("%j", (variables) => {
    expect(sentence(variables)).toBe("");
  });

  test("the public URL is stored without a trailing slash", () => {
    expect(parseEnv({ PUBLIC_URL: "https://portal.example/" }).PUBLIC_URL).toBe(PUBLIC_URL);
  });
});
