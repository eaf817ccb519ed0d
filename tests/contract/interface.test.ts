import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  control,
  controlEffect,
  controlOrder,
  customer,
  customerUpdate,
  device,
  documentedOperations,
  group,
  groupCreate,
  historicalDataItem,
  historicalQuery,
  location,
  locationCreate,
  operations,
} from "../../lib/contract/index.ts";

/** Field names, with a question mark for optional fields. */
const fieldsOf = (shape: z.ZodObject) =>
  Object.entries(shape.shape)
    .map(([name, field]) => (field.safeParse(undefined).success ? `${name}?` : name))
    .sort();

describe("the ten operations of the interface document", () => {
  it("have the documented methods and paths", () => {
    expect(
      documentedOperations.map(
        (key) => `${operations[key].method.toUpperCase()} ${operations[key].path}`,
      ),
    ).toEqual([
      "POST /v1/bidding-zones/{bidding_zone_id}/control",
      "POST /v1/groups/{group_id}/control",
      "GET /v1/controls",
      "POST /v1/customers/{customer_id}",
      "DELETE /v1/customers/{customer_id}",
      "POST /v1/groups",
      "POST /v1/locations",
      "GET /v1/bidding-zones/{bidding_zone_id}/historical",
      "GET /v1/locations/{location_id}/historical",
      "GET /v1/devices/{device_id}",
    ]);
  });

  it.each([
    ["control action", control, ["created_at", "id", "results", "time_from", "time_to", "type"]],
    ["effect", controlEffect, ["after", "before", "delta", "isp", "time_from", "time_to"]],
    ["customer", customer, ["created_at", "email", "group_id?", "id", "language?", "name"]],
    ["group", group, ["bidding_zone", "created_at", "id", "name"]],
    [
      "location",
      location,
      ["created_at", "customer_id", "id", "latitude", "longitude", "metadata"],
    ],
    [
      "device",
      device,
      ["brand", "created_at", "device_type", "icon_url", "id", "location_id", "name"],
    ],
    ["historical item", historicalDataItem, ["actual?", "downward", "forecast", "time", "upward"]],
    ["body of a control", controlOrder, ["time_from?", "time_to?", "type"]],
    ["body of a customer update", customerUpdate, ["group_id?", "language?", "name"]],
    ["body of a new group", groupCreate, ["bidding_zone", "name"]],
    [
      "body of a new location",
      locationCreate,
      ["customer_id", "latitude", "longitude", "metadata?"],
    ],
    ["query of history", historicalQuery, ["end?", "start?"]],
  ])("have the documented fields: %s", (_, shape, fields) => {
    expect(fieldsOf(shape)).toEqual(fields);
  });

  it("have the documented values of their enums", () => {
    expect(control.shape.type.options).toEqual([
      "MAX_PRODUCTION",
      "ZERO_EXPORT",
      "MAX_CONSUMPTION",
    ]);
    expect(device.shape.device_type.options).toEqual(["SOLAR_INVERTER", "BATTERY", "METER"]);
    expect(customer.shape.language.unwrap().options).toEqual(["en-US", "nl-NL"]);
    expect(group.shape.bidding_zone.options).toEqual(["NL"]);
  });

  it("list controls from page 0, ten per page, at most 100", () => {
    const { query } = operations.listControls;
    expect(query.parse({})).toEqual({ page: 0, page_size: 10 });
    expect(query.parse({ page: "3", page_size: "100" })).toEqual({ page: 3, page_size: 100 });
    for (const wrong of [{ page_size: "101" }, { page_size: "0" }, { page: "-1" }, { page: "1e1" }])
      expect(query.safeParse(wrong).success).toBe(false);
  });

  it("treat absent, null and empty moments alike", () => {
    for (const time_from of [undefined, null, ""])
      expect(controlOrder.safeParse({ type: "ZERO_EXPORT", time_from }).success).toBe(true);
  });

  it.each([
    ["2026-05-01T12:00:00Z", true],
    ["2026-05-01T12:00:00.123+02:00", true],
    ["2026-05-01T12:00:00", true],
    ["2026-05-01T12:00Z", true],
    ["2028-02-29T00:00:00Z", true],
    ["2026-02-29T00:00:00Z", false],
    ["2026-05-01", false],
    ["2026-05-01T24:00:00Z", false],
    ["1746100800", false],
    ["2026-05-01 12:00:00Z", false],
  ])("parse %s as %s", (text, right) => {
    expect(controlOrder.safeParse({ type: "ZERO_EXPORT", time_from: text }).success).toBe(right);
  });

  it("accept any manufacturer identifier another service may return", () => {
    const answered = {
      id: "d",
      created_at: "2026-05-01T12:00:00",
      location_id: "l",
      name: "n",
      device_type: "METER",
      brand: "SOME_BRAND",
      icon_url: "https://media.example/x.png",
    };
    expect(device.parse(answered)).toEqual(answered);
  });
});

describe("every operation", () => {
  it.each(Object.entries(operations))("%s declares each of its path parameters", (_, operation) => {
    const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(operation.params.shape)).toEqual(named);
  });

  it("has its own path and method", () => {
    const all = Object.values(operations).map(
      (operation) => `${operation.method} ${operation.path}`,
    );
    expect(new Set(all).size).toBe(all.length);
  });
});
