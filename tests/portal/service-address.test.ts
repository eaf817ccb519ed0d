import { expect, test } from "vitest";
import { parseEnv } from "../../lib/env.ts";
import { getPublicServiceUrl } from "../../lib/portal/service-client/service-address.ts";

const named = (variables: Record<string, string>) => getPublicServiceUrl(parseEnv(variables));
const FLEX_API_KEY = "a-key-of-a-service";

test("a portal reachable only locally shows the address of its service", () => {
  expect(named({})).toBe("http://127.0.0.1:3001");
  expect(named({ SERVICE_PORT: "4431" })).toBe("http://127.0.0.1:4431");
  const own = { FLEX_BASE_URL: "http://127.0.0.1:4431/", FLEX_API_KEY };
  expect(named({ HOST: "localhost", ...own })).toBe("http://127.0.0.1:4431");
});

test("the address and path of a remote service are not shown", () => {
  for (const FLEX_BASE_URL of ["http://flex.internal:8080", "https://10.0.0.7", "http://0.0.0.0:1"])
    expect(named({ FLEX_BASE_URL, FLEX_API_KEY })).toBeNull();
  const secret = { FLEX_BASE_URL: "http://user:secret@127.0.0.1:1/path?token=x", FLEX_API_KEY };
  expect(named(secret)).toBe("http://127.0.0.1:1");
});

test("a portal reachable by others shows no address of this machine", () => {
  expect(named({ PUBLIC_URL: "https://portal.example" })).toBeNull();
  expect(named({ HOST: "0.0.0.0" })).toBeNull();
});

test("the configured public address of the service is shown to everybody", () => {
  const given = {
    PUBLIC_URL: "https://portal.example",
    SERVICE_PUBLIC_URL: "https://flex.example/",
  };
  expect(named(given)).toBe("https://flex.example");
});
