import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StatementPrices } from "@/components/statements/statement-record.tsx";
import type { View } from "@/components/statements/statement-sections.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { inLanguage } from "./in-language.tsx";

const START = Date.parse("2026-05-01T00:00:00Z");

function pricesOf(count: number, locale: Locale): string {
  const prices = Array.from({ length: count }, (_, i) => ({
    time_from: new Date(START + i * QUARTER_MS).toISOString(),
    market: "day_ahead",
    eur_per_mwh: i,
    source: "epex",
    vintage: "2026-04-30T11:00:00Z",
  }));
  const view = { statement: { controls: [{ prices }] } } as unknown as View;
  return renderToStaticMarkup(inLanguage(locale, <StatementPrices {...view} />));
}

test("a statement with more prices than its page lists says how many there are, and where", () => {
  expect(pricesOf(1_401, "en")).toContain(
    "The first 400 of 1,401 prices. The files have all of them.",
  );
  expect(pricesOf(1_401, "nl")).toContain(
    "De eerste 400 van 1.401 prijzen. De bestanden hebben ze allemaal.",
  );
  expect(pricesOf(400, "en")).not.toContain("The first");
});
