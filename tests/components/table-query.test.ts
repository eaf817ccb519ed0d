import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operations } from "@/lib/contract/index.ts";
import { parseTableQuery } from "@/lib/portal/queries/list-query.ts";

describe("the list state in the URL", () => {
  it("reads page, page size, sort order, search and filters", () => {
    const asked = {
      page: "2",
      page_size: "25",
      sort: "-brand",
      search: " roof ",
      device_type: "METER",
    };
    expect(parseTableQuery("listDevices", asked)).toEqual({
      page: 2,
      page_size: 25,
      sort: "-brand",
      search: "roof",
      device_type: "METER",
    });
  });

  it("falls back value by value when one is invalid", () => {
    const asked = {
      page: "-1",
      page_size: "1000",
      sort: "password",
      device_type: "TOASTER",
      search: "x",
    };
    expect(parseTableQuery("listDevices", asked)).toEqual({
      page: 0,
      page_size: 25,
      sort: "name",
      search: "x",
    });
  });

  it("takes the first of repeated parameters and drops unknown ones", () => {
    expect(parseTableQuery("listGroups", { sort: ["-name", "name"], role: "staff" })).toEqual({
      page: 0,
      page_size: 25,
      sort: "-name",
    });
  });

  it("never throws, and always yields a query the operation accepts", () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
    const names = fc.constantFrom("page", "page_size", "sort", "search", "group_id", "__proto__");
    fc.assert(
      fc.property(fc.dictionary(names, value), (params) => {
        const query = parseTableQuery("listLocations", params);
        expect(operations.listLocations.query.parse(query)).toEqual(query);
      }),
    );
  });
});
