import { describe, expect, test } from "vitest";
import { addressOf, routes } from "@/components/api/routes.ts";
import { operations, type OperationId } from "@/lib/contract/operations.ts";

const ids = Object.keys(operations) as OperationId[];

/** Measurements come from programs with a key of their own. */
const offered = ids.filter((id) => id !== "recordMeasurements");

describe("the browser's addresses", () => {
  test("are the contract's, with /v1 replaced by /api", () => {
    const expected = offered.map((id) => {
      const { method, path } = operations[id];
      return [id, `${method.toUpperCase()} ${path.replace(/^\/v1/, "/api")}`];
    });
    expect(routes).toEqual(Object.fromEntries(expected));
  });

  test("encode an id once, whatever is in it", () => {
    expect(addressOf("getDevice", { device_id: "a/b?c#d%20é" })).toEqual({
      method: "GET",
      url: "/api/devices/a%2Fb%3Fc%23d%2520%C3%A9",
    });
  });

  test("leave out what is not given and keep a page 0", () => {
    const query = { page: 0, search: "", type: undefined };
    expect(addressOf("listControls", {}, query).url).toBe("/api/controls?page=0");
  });
});
