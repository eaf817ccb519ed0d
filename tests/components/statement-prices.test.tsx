import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StatementPrices } from "@/components/statements/statement-record.tsx";
import type { View } from "@/components/statements/statement-sections.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { inLanguage } from "./in-language.tsx";

const START_MS = Date.parse("2026-06-01T00:00:00Z");

/** The prices of a statement whose controls used as many. */
function render(count: number, locale: Locale = "en") {
  const prices = Array.from({ length: count }, (_, i) => ({
    time_from: new Date(START_MS + i * QUARTER_MS).toISOString(),
    market: "day_ahead",
    source: "operator",
    vintage: "2026-05-31T11:00:00Z",
    eur_per_mwh: -5,
  }));
  const page = { statement: { controls: [{ prices }] }, reader: "staff" } as unknown as View;
  return renderToStaticMarkup(inLanguage(locale, <StatementPrices {...page} />));
}

test("a list of prices that is cut says so, and where all of them are", () => {
  const html = render(1_134);
  expect(html.match(/<tr/g)).toHaveLength(401);
  expect(html).toContain("The first 400 of 1,134 prices are listed.");
  expect(render(1_134, "nl")).toContain("De eerste 400 van 1.134 prijzen");
});

test("a list of all prices says nothing of it", () => {
  expect(render(400)).not.toContain("The first");
  expect(render(0)).toBe("");
});
