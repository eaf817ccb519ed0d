import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StatementControls, type View } from "@/components/statements/statement-sections.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const nothing = { feed_in_eur: null, import_eur: null, compensation_eur: null, wear_eur: null };
const side = { eur: null, ...nothing };
const missing = [
  { what: "terms" as const, count: 7 },
  { what: "measurements" as const, count: 1 },
];
const view = (uncertainty_kwh: number): View =>
  ({
    statement: {
      bidding_zone: "NL",
      format: 3,
      rows_by: "location",
      controls: [
        {
          control_id: "ctrl_1",
          type: "ZERO_EXPORT",
          time_from: "2026-06-15T10:00:00Z",
          time_to: "2026-06-15T11:00:00Z",
          formulas: [],
          uncertainty_kwh,
          energy_eur: null,
          prices: [],
          missing,
        },
      ],
      rows: [],
      groups: [],
      totals: {
        controls: 1,
        volume_kwh: 0,
        lost_kwh: 0,
        uncertainty_kwh,
        customers: side,
        supplier: { ...side, energy_eur: null },
        missing,
      },
    },
    check: null,
    customerName: null,
    groupNames: {},
    locations: [],
    withoutTerms: [{ customer_id: "cus_1", name: "Familie De Wit" }],
    reader: "staff",
  }) as unknown as View;
const render = (uncertainty: number, locale: Locale = "en") =>
  renderToStaticMarkup(inLanguage(locale, <StatementControls {...view(uncertainty)} />));

test("customers without terms are named on the statement of a zone, with links", () => {
  const html = render(0);
  expect(html).toContain('href="/customers/cus_1"');
  expect(html).toContain("Familie De Wit");
  expect(html).toContain("and 6 more");
});

test("the band of what was not measured is unknown, not zero", () => {
  const countUnknown = (html: string, word: string) => html.split(`>${word}<`).length - 1;
  expect(countUnknown(render(0), "unknown") - countUnknown(render(1), "unknown")).toBe(2);
  expect(countUnknown(render(0, "nl"), "onbekend")).toBeGreaterThan(2);
});
