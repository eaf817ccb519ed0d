import { describe, expect, it } from "vitest";
import { exportHref } from "@/components/export/export-choices.tsx";
import {
  columnOptions,
  parseColumns,
  toVisibility,
  formatColumns,
} from "../../components/table/use-column-visibility.ts";
import { columnHelper, type Columns } from "@/components/table/columns.ts";

interface Row {
  name: string;
  email: string;
  id: string;
}
const column = columnHelper<Row>();
const columns: Columns<Row> = column.columns([
  column.display({ id: "select", meta: { selects: true } }),
  column.accessor("name", { header: "Name", meta: { heads: true } }),
  column.accessor("email", { header: "E-mail" }),
  column.accessor("id", { header: "Id", meta: { optional: true } }),
]);
const options = columnOptions(columns);

describe("table columns", () => {
  it("can be hidden, except the name and the row selection", () => {
    expect(options).toEqual([
      { id: "email", label: "E-mail", isDefault: true },
      { id: "id", label: "Id", isDefault: false },
    ]);
  });

  it("are the default columns until the user chooses", () => {
    expect(toVisibility(parseColumns(null, options), options)).toEqual({ email: true, id: false });
  });

  it("are those in the URL, in table order, and unknown names are ignored", () => {
    expect(parseColumns("id,password,email", options)).toEqual(["email", "id"]);
    expect(parseColumns("password", options)).toBeNull();
    expect(parseColumns("", options)).toBeNull();
  });

  it("can all be hidden", () => {
    expect(formatColumns([], options)).toBe("none");
    expect(parseColumns("none", options)).toEqual([]);
  });

  it("leave no URL parameter when they are the default", () => {
    expect(formatColumns(["email"], options)).toBeNull();
    expect(formatColumns(["email", "id"], options)).toBe("email,id");
  });
});

describe("the export URL of a list", () => {
  it("keeps search, filters and sort order, and drops display parameters", () => {
    const params = new URLSearchParams(
      "page=3&page_size=25&columns=id&search=a%26b&group_id=grp_1&sort=-name&state=",
    );
    expect(exportHref("customers", "xlsx", params)).toBe(
      "/api/exports/customers?format=xlsx&search=a%26b&group_id=grp_1&sort=-name",
    );
  });

  it("carries the parent of the rows, whatever the URL of the list contains", () => {
    const params = new URLSearchParams("state=failed&control_id=another");
    expect(exportHref("deliveries", "csv", params, { control_id: "ctrl_1" })).toBe(
      "/api/exports/deliveries?format=csv&control_id=ctrl_1&state=failed",
    );
  });
});
