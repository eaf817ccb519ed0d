import { describe, expect, it } from "vitest";
import { deviceClass, locationClustersQuery, operations } from "../../lib/contract/index.ts";

const pointersOf = (query: Record<string, string>) =>
  (locationClustersQuery.safeParse(query).error?.issues ?? []).map(({ path }) => path.join("/"));

describe("the query of location clusters", () => {
  it("defaults to the whole Netherlands", () => {
    expect(locationClustersQuery.parse({})).toEqual({
      west: 3.2,
      south: 50.7,
      east: 7.3,
      north: 53.6,
      columns: 24,
    });
  });

  it("parses degrees from a query string, within their bounds", () => {
    const box = { west: "-0.5", south: "-90", east: "180", north: "52.123456789", columns: "64" };
    expect(locationClustersQuery.parse(box)).toEqual({
      west: -0.5,
      south: -90,
      east: 180,
      north: 52.123456789,
      columns: 64,
    });
    expect(pointersOf({ west: "180.1" })).toEqual(["west"]);
    expect(pointersOf({ north: "-91", columns: "1.5" })).toEqual(["north", "columns"]);
    for (const odd of ["", " 5", "5,1", "1e1", "NaN", "Infinity", "0x5", "+5", "5."])
      expect(pointersOf({ east: odd })).toEqual(["east"]);
  });
});

describe("device types with a history", () => {
  it("are solar inverters and batteries", () => {
    expect(deviceClass.options).toEqual(["SOLAR_INVERTER", "BATTERY"]);
  });

  it("are the last path segment of each history", () => {
    for (const of of ["BiddingZone", "Group", "Location"] as const) {
      const { path } = operations[`get${of}Historical`];
      expect(operations[`get${of}DeviceHistorical`].path).toBe(`${path}/{device_type}`);
    }
  });
});
