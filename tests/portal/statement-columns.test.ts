import { expect, test } from "vitest";
import { exportMessages } from "../../lib/i18n/messages.ts";
import {
  statementColumns,
  type StatementLine,
} from "../../lib/portal/exports/statement-columns.ts";

const control: StatementLine["control"] = {
  control_id: "ctl_1",
  type: "MAX_CONSUMPTION",
  time_from: "2026-10-25T02:00:00.000Z",
  time_to: "2026-10-25T05:00:00.000Z",
  formulas: ["balanced", "portfolio"],
  uncertainty_kwh: 1.25,
  energy_eur: null,
  prices: [
    {
      market: "shortage",
      eur_per_mwh: -8.15,
      source: "generated",
      vintage: "2026-10-24T10:57:00.000Z",
      time_from: "2026-10-25T02:00:00.000Z",
    },
  ],
  missing: [{ what: "battery_throughput", count: 2 }],
};

const names = { customers: new Map(), locations: new Map(), groups: new Map() };

test("a Dutch file of a statement names formulas, prices and what is missing in Dutch", async () => {
  const columns = statementColumns(await exportMessages("nl"), true);
  const line = { id: "1", control, row: null, version: null, sha256: "", names };
  const cells = columns.map((column) => String(column.value(line) ?? ""));
  expect(cells).toContain("in balans, portefeuille");
  expect(cells).toContain("doorvoer van batterijen");
  expect(cells.find((cell) => cell.includes("EUR/MWh"))).toContain(" tekort -8.15 EUR/MWh");
});

test.each([
  ["en", "Half the width of the 90 % band (kWh)"],
  ["nl", "Halve breedte van de 90 %-band (kWh)"],
] as const)("a file in %s has the error band of a control", async (locale, heading) => {
  const columns = statementColumns(await exportMessages(locale), true);
  const line = { id: "1", control, row: null, version: null, sha256: "", names };
  const band = columns.find((column) => column.header === heading)!;
  expect(band.value(line)).toBe(1.25);
});
