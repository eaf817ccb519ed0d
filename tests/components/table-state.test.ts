import { describe, expect, it } from "vitest";
import {
  getSortDirection,
  nextSort,
  pageRange,
  tableHref,
} from "@/components/table/table-state.ts";

describe("the URL of a changed list", () => {
  const current = new URLSearchParams("page=3&sort=name&search=roof");

  it("keeps the other parameters when the page changes", () => {
    expect(tableHref("/devices", current, { page: 4 })).toBe(
      "/devices?page=4&sort=name&search=roof",
    );
  });

  it("returns to the first page when sort order, search or a filter changes", () => {
    expect(tableHref("/devices", current, { sort: "-name" })).toBe(
      "/devices?sort=-name&search=roof",
    );
    expect(tableHref("/devices", current, { search: "" })).toBe("/devices?sort=name");
  });

  it("has no parameter for the first page", () => {
    expect(tableHref("/devices", new URLSearchParams("page=1"), { page: 0 })).toBe("/devices");
  });

  it("escapes search text", () => {
    expect(tableHref("/devices", new URLSearchParams(), { search: "a&b=c" })).toBe(
      "/devices?search=a%26b%3Dc",
    );
  });
});

describe("the sort order of a list", () => {
  it("reads a leading minus as descending", () => {
    expect(getSortDirection("-created_at", "created_at")).toBe("desc");
    expect(getSortDirection("name", "name")).toBe("asc");
    expect(getSortDirection("name", "email")).toBeNull();
    expect(getSortDirection(undefined, "name")).toBeNull();
  });

  it("starts in the first direction of a column, then alternates", () => {
    expect(nextSort(undefined, "name", "asc")).toBe("name");
    expect(nextSort("-email", "name", "asc")).toBe("name");
    expect(nextSort("name", "name", "asc")).toBe("-name");
    expect(nextSort("-name", "name", "asc")).toBe("name");
    expect(nextSort("name", "pv_peak_kw", "desc")).toBe("-pv_peak_kw");
    expect(nextSort("-pv_peak_kw", "pv_peak_kw", "desc")).toBe("pv_peak_kw");
  });
});

describe("the item numbers of a page", () => {
  const asked = (page: number, page_size: number) => ({ page, page_size });

  it("count from 1 and end at the total", () => {
    expect(pageRange(asked(0, 10), 60)).toEqual({ from: 1, to: 10, last: 5, beyond: false });
    expect(pageRange(asked(2, 25), 60)).toEqual({ from: 51, to: 60, last: 2, beyond: false });
  });

  it("detect a page beyond the end", () => {
    expect(pageRange(asked(7, 10), 60)).toMatchObject({ beyond: true, last: 5 });
    expect(pageRange(asked(0, 10), 0)).toMatchObject({ beyond: true, last: 0 });
  });
});
