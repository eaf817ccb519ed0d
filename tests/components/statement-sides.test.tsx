import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  StatementControls,
  StatementFigures,
  StatementGroups,
  type View,
} from "@/components/statements/statement-sections.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const customers = {
  eur: -1.111,
  feed_in_eur: -0.2,
  import_eur: -1.3,
  compensation_eur: 0.186634,
  wear_eur: 0.202366,
};
const supplier = {
  eur: 1.5,
  feed_in_eur: 0.2,
  import_eur: 1.6,
  compensation_eur: -0.186634,
  wear_eur: -0.202366,
};
const energies = { volume_kwh: 7.019352, lost_kwh: 3.192394, uncertainty_kwh: 0 };

/** A control at a location that is no longer there, in a group that was removed. */
const view = (reader: View["reader"], isZone: boolean, format: number): View =>
  ({
    statement: {
      bidding_zone: isZone ? "NL" : null,
      format,
      rows_by: "location",
      controls: [
        {
          control_id: "ctrl_1",
          type: "MAX_CONSUMPTION",
          time_from: "2026-06-15T10:00:00Z",
          time_to: "2026-06-15T11:00:00Z",
          formulas: [],
          uncertainty_kwh: 0,
          format: 4,
          energy_eur: isZone ? 0.5 : null,
          prices: [],
          missing: [],
        },
      ],
      rows: ["loc_1", "loc_2"].map((location_id) => ({
        control_id: "ctrl_1",
        location_id,
        customer_id: "cus_1",
        group_id: "grp_removed",
        ...energies,
        customers,
        supplier: isZone ? supplier : null,
        missing: [],
      })),
      groups: isZone
        ? [{ group_id: "grp_removed", ...energies, customers, supplier: { ...supplier } }]
        : [],
      totals: {
        controls: 1,
        ...energies,
        customers: { ...customers, eur: -2.222 },
        supplier: isZone ? { ...supplier, eur: 3.5, energy_eur: 0.5 } : null,
        missing: [],
      },
    },
    check: null,
    customerName: "Familie De Wit",
    groupNames: {},
    locations: [],
    withoutTerms: [],
    reader,
  }) as unknown as View;

const render = (locale: Locale, reader: View["reader"], isZone: boolean, format = 4) => {
  const page = view(reader, isZone, format);
  const parts = [
    <StatementFigures key="figures" {...page} />,
    <StatementControls key="controls" {...page} />,
    <StatementGroups key="groups" {...page} />,
  ];
  return parts.map((part) => renderToStaticMarkup(inLanguage(locale, part))).join("");
};

test("a customer reads what they are paid, with battery wear, and what is in their energy bill", () => {
  const html = render("en", "customer", false);
  expect(html).toContain("Compensation paid to you");
  expect(html).toContain("with battery wear");
  expect(html).toContain("Change in the energy bill");
  // Two locations: −3.00 in the bill and 0.778 paid are −2.222.
  expect(html).toContain("−\u2060€3.00");
  expect(html).toContain("+\u2060€0.78");
  expect(html).toContain("−\u2060€2.22");
  expect(html).not.toContain("Supplier: contracts");
});

test.each([
  [2, "The kWh are energy not sent to the grid and extra energy drawn from it, together."],
  [3, "The kWh are energy that was not produced or not sent to the grid."],
  [4, "The kWh are energy that was not produced or not sent to the grid."],
])("a customer reads what the kWh of format %i are", (format, sentence) => {
  expect(render("en", "customer", false, format)).toContain(sentence);
});

test("staff read who pays the compensation, in both languages", () => {
  expect(render("en", "staff", true)).toContain("Compensation paid to customers");
  expect(render("nl", "staff", true)).toContain("Vergoeding aan klanten");
  expect(render("en", "staff", false)).toContain("Compensation paid by the supplier");
});

test("a removed location and a removed group are called so", () => {
  expect(render("en", "staff", false)).toContain("removed location loc_1");
  expect(render("nl", "staff", true)).toContain("verwijderde groep grp_removed");
});
