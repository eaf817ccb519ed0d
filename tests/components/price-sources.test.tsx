import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PriceSources } from "@/components/prices/price-chart.tsx";
import type { PriceFeed } from "@/lib/contract/prices.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const at = "2026-06-10T08:00:07Z";
const feed = (source: string, attribution: string | null): PriceFeed => ({
  source,
  attribution,
  checked_at: at,
  succeeded_at: at,
  failure: null,
});
const LICENCE = "OpenSTEF example data, MPL-2.0";
const feeds = [feed("replay-2020", LICENCE), feed("generated", null), feed("elia", "CC BY 4.0")];
const render = (locale: Locale, sources: string[]) =>
  renderToStaticMarkup(inLanguage(locale, <PriceSources feeds={feeds} sources={sources} />));

test.each([
  ["en", "Source: replay-2020. Replayed Dutch day-ahead prices of 2020."],
  ["nl", "Bron: replay-2020. Nagespeelde Nederlandse day-aheadprijzen van 2020."],
] as const)("a replay is named in %s, with the licence line as it is", (locale, sentence) => {
  expect(render(locale, ["replay-2020", "replay-2020"])).toBe(`<p>${sentence} ${LICENCE}</p>`);
});

test("generated prices say so in Dutch, and other sources have their licence line", () => {
  const html = render("nl", ["generated", "elia", "by hand"]);
  expect(html).toContain("Bron: generated. Voor de demo berekend");
  expect(html).toContain("<p>Bron: elia. CC BY 4.0</p><p>Bron: by hand.</p>");
});

test.each([
  ["en", "elia could not be read on", "it did not accept the credentials."],
  ["nl", "elia kon op", "de sleutel werd niet geaccepteerd."],
] as const)("why a source failed is named in %s by its code", (locale, start, reason) => {
  const failed = {
    ...feed("elia", null),
    failure: "host answered 401.",
    failure_code: "refused" as const,
  };
  const html = renderToStaticMarkup(
    inLanguage(locale, <PriceSources feeds={[failed]} sources={[]} />),
  );
  expect(html).toContain(start);
  expect(html).toContain(reason);
  expect(html).not.toContain("host answered");
});
