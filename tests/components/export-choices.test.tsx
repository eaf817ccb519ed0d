import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ExportChoices } from "@/components/export/export-choices.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const choices = (total: number, locale: Locale = "en") =>
  renderToStaticMarkup(
    inLanguage(
      locale,
      <ExportChoices noun="customers" params={new URLSearchParams()} total={total} complete />,
    ),
  );

test("a list of more rows than a workbook takes is offered as CSV alone, with the reason", () => {
  const html = choices(50_001);
  expect(html).toContain("format=csv");
  expect(html).not.toContain("format=xlsx");
  expect(html).toContain("An Excel file has at most 50,000 rows. Narrow the list, or choose CSV.");
  expect(choices(50_001, "nl")).toContain("Een Excel-bestand heeft hooguit 50.000 rijen.");
});

test("a list of as many rows as a workbook takes is offered as both", () => {
  const html = choices(50_000);
  expect(html).toContain("format=csv");
  expect(html).toContain("format=xlsx");
  expect(html).not.toContain("at most");
});
