import { describe, expect, test } from "vitest";
import { buildOperationUrl, routes } from "@/components/api/routes.ts";
import { operations, type OperationId } from "@/lib/contract/operations.ts";

const ids = Object.keys(operations) as OperationId[];

describe("the browser's API URLs", () => {
  test("are the contract's, with /v1 replaced by /api", () => {
    const expected = ids.map((id) => {
      const { method, path } = operations[id];
      return [id, `${method.toUpperCase()} ${path.replace(/^\/v1/, "/api")}`];
    });
    expect(Object.fromEntries(expected)).toMatchObject(routes);
  });

  test("encode an id exactly once, whatever it contains", () => {
    expect(buildOperationUrl("getDevice", { device_id: "a/b?c#d%20é" })).toEqual({
      method: "GET",
      url: "/api/devices/a%2Fb%3Fc%23d%2520%C3%A9",
    });
  });

  test("omit undefined parameters and keep page 0", () => {
    const query = { page: 0, search: "", type: undefined };
    expect(buildOperationUrl("listControls", {}, query).url).toBe("/api/controls?page=0");
  });
});
