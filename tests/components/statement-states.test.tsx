import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StatementView } from "@/components/statements/statement-view.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const nothing = { feed_in_eur: 0, import_eur: 0, compensation_eur: 0, wear_eur: 0 };
const side = { eur: 0, ...nothing };
const END = "2026-06-30T22:00:00.000Z";

/** The page of a statement of June that is not recorded to its end, at a moment. */
const render = (as_of: string, locale: Locale = "en") => {
  const statement = {
    customer_id: null,
    bidding_zone: "NL",
    month: "2026-06",
    time_from: "2026-05-31T22:00:00.000Z",
    time_to: END,
    as_of,
    is_complete: false,
    version: null,
    issued_at: null,
    sha256: "0".repeat(64),
    format: 4,
    rows_by: "location",
    controls: [],
    rows: [],
    groups: [],
    totals: {
      controls: 0,
      volume_kwh: 0,
      lost_kwh: 0,
      customers: side,
      supplier: { ...side, energy_eur: 0 },
      payable_eur: null,
      missing: [],
    },
    versions: [],
  };
  const page = {
    statement,
    check: null,
    customerName: null,
    groupNames: {},
    locations: [],
    withoutTerms: [],
    reader: "staff",
    isChecked: false,
    mayIssue: true,
    now: Date.parse(as_of),
  } as unknown as Parameters<typeof StatementView>[0];
  return renderToStaticMarkup(inLanguage(locale, <StatementView {...page} />));
};

test("the page of a statement says whether its month runs, or has ended and is not recorded", () => {
  expect(render("2026-06-30T21:59:59.000Z")).toContain("This month is still running.");
  expect(render(END)).toContain("The last quarter-hours of this month are not recorded yet.");
  expect(render(END, "nl")).toContain("zijn nog niet vastgelegd.");
});

test("a statement has no button to issue it until its month is recorded", () => {
  expect(render(END)).not.toContain("Issue statement");
});
