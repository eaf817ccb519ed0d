import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { isExposed, mayUse, policy } from "../../lib/portal/auth/policy.ts";
import { portalRoutes } from "../../lib/portal/auth/portal-routes.ts";

const all = Object.keys(operations) as OperationId[];
const api = new URL("../../app/api/", import.meta.url).pathname;

/**
 * `METHOD /v1/path operation`, or `METHOD /api/path` of the portal, for every export of a route
 * file.
 */
function routes(): string[] {
  const files = readdirSync(api, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("route.ts") && !/^(auth\/|\[\[\.\.\.unknown)/.test(file))
    .map((file) => join(api, file));
  return files.flatMap((file) => {
    const path = relative(api, file)
      .replace(/\/?route\.ts$/, "")
      .replace(/\[(\w+)\]/g, "{$1}");
    const exported = readFileSync(file, "utf8").matchAll(/^export ([^;]*);$/gm);
    return [...exported].map(([, line]) => {
      const operation = /^const (\w+) = bff\("(\w+)"\)$/.exec(line!);
      if (operation) return `${operation[1]} /v1/${path} ${operation[2]}`;
      const own = /^const (\w+) = portalRoute\(\s*"(\w+) ([^"]+)",\s*\w+,?\s*\)$/.exec(line!);
      const inItsPlace = own && own[1] === own[2] && own[3] === `/api/${path}`;
      return inItsPlace ? `${own[1]} ${own[3]}` : `${path}: ${line}`;
    });
  });
}

test("every operation has its rule, and no rule is left over", () => {
  expect(Object.keys(policy).sort()).toEqual([...all].sort());
});

test("the routes under /api are exactly the offered operations and the portal's own", () => {
  const offered = all.filter(isExposed).map((key) => {
    const { method, path } = operations[key];
    return `${method.toUpperCase()} ${path} ${key}`;
  });
  expect(routes().sort()).toEqual([...offered, ...Object.keys(portalRoutes)].sort());
});

describe("the rights of a role", () => {
  test("staff may use everything except operations for programs with their own key", () => {
    expect(
      all.filter((operation) => !mayUse({ role: "staff", level: "admin" }, operation)),
    ).toEqual(["recordMeasurements", "recordBiddingZonePrices"]);
  });

  test("a customer may use the operations on their own data only", () => {
    expect(
      all.filter((operation) => mayUse({ role: "customer", level: null }, operation)).sort(),
    ).toEqual(
      [
        "getCustomer",
        "getCustomerControlValue",
        "getCustomerLostEnergy",
        "getCustomerStatement",
        "checkCustomerStatement",
        "getCustomerPreferences",
        "getDevice",
        "getLocation",
        "getLocationDeviceHistorical",
        "getLocationForecast",
        "getLocationPlannedChanges",
        "getLocationHistorical",
        "getLocationStatus",
        "listCustomerControls",
        "listDevices",
        "listLocationControls",
        "listLocations",
        "optInToControl",
        "optOutOfControl",
        "updateCustomer",
        "updateCustomerPreferences",
      ].sort(),
    );
  });

  test("an unknown role or operation has no rights", () => {
    expect(mayUse({ role: "admin" as "staff", level: "admin" }, "listLocations")).toBe(false);
    expect(mayUse({ role: "staff", level: "admin" }, "toString" as OperationId)).toBe(false);
  });
});
