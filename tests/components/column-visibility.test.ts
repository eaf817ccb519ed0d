import { describe, expect, it } from "vitest";
import { exportHref } from "@/components/export/export-choices.tsx";
import {
  columnOptions,
  readChoice,
  visibilityOf,
  writeChoice,
} from "@/components/table/column-visibility.ts";
import { columnsOf, type Columns } from "@/components/table/columns.ts";

interface Row {
  name: string;
  email: string;
  id: string;
}
const column = columnsOf<Row>();
const columns: Columns<Row> = column.columns([
  column.display({ id: "select", meta: { selects: true } }),
  column.accessor("name", { header: "Name", meta: { heads: true } }),
  column.accessor("email", { header: "E-mail" }),
  column.accessor("id", { header: "Id", meta: { optional: true } }),
]);
const options = columnOptions(columns);

describe("the columns of a table", () => {
  it("can be chosen, but for what names and what selects the row", () => {
    expect(options).toEqual([
      { id: "email", label: "E-mail", usual: true },
      { id: "id", label: "Id", usual: false },
    ]);
  });

  it("are the usual ones while nobody chose", () => {
    expect(visibilityOf(readChoice(null, options), options)).toEqual({ email: true, id: false });
  });

  it("are those an address names, in the table's order, whatever else it says", () => {
    expect(readChoice("id,password,email", options)).toEqual(["email", "id"]);
    expect(readChoice("password", options)).toBeNull();
    expect(readChoice("", options)).toBeNull();
  });

  it("can all be left out", () => {
    expect(writeChoice([], options)).toBe("none");
    expect(readChoice("none", options)).toEqual([]);
  });

  it("leave no trace when they are the usual ones", () => {
    expect(writeChoice(["email"], options)).toBeNull();
    expect(writeChoice(["email", "id"], options)).toBe("email,id");
  });
});

describe("the address of a list as a file", () => {
  it("keeps search, filters and order, and drops how the list is shown", () => {
    const params = new URLSearchParams(
      "page=3&page_size=25&columns=id&search=a%26b&group_id=grp_1&sort=-name&state=",
    );
    expect(exportHref("customers", "xlsx", params)).toBe(
      "/api/exports/customers?format=xlsx&search=a%26b&group_id=grp_1&sort=-name",
    );
  });

  it("says what the rows belong to, whatever the list's own address says", () => {
    const params = new URLSearchParams("state=failed&control_id=another");
    expect(exportHref("deliveries", "csv", params, { control_id: "ctrl_1" })).toBe(
      "/api/exports/deliveries?format=csv&control_id=ctrl_1&state=failed",
    );
  });
});
