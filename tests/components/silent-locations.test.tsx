import { renderToStaticMarkup } from "react-dom/server";
import { SWRConfig } from "swr";
import { expect, test } from "vitest";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { SilentLocations } from "@/components/overview/silent-locations.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const NOW = Date.parse("2026-06-10T12:07:31Z");
const house = {
  id: "loc_1",
  customer_name: "Anna",
  metadata: { address: "Dorpsstraat 1, Utrecht" },
  last_reported_at: "2026-06-10T10:00:00Z",
};

/** The card of a zone with so many location not reportings, and so many that never reported. */
function card(silent: number, neverReported: number, locale: Locale = "en") {
  const answer = (total: number, items: unknown[]) => ({ data: { data: items }, total, at: NOW });
  const keyOf = (query: Record<string, unknown>) =>
    buildOperationUrl("listLocations", undefined, query).url;
  const fallback = {
    [keyOf({ state: "silent", sort: "-last_reported_at", page_size: 3 })]: answer(
      silent,
      silent > 0 ? [house] : [],
    ),
    [keyOf({ state: "never_reported", page_size: 1 })]: answer(
      neverReported,
      neverReported > 0 ? [house] : [],
    ),
  };
  return renderToStaticMarkup(
    inLanguage(
      locale,
      <SWRConfig value={{ fallback }}>
        <SilentLocations area={{ kind: "bidding-zone", id: "NL" }} now={NOW} />
      </SWRConfig>,
    ),
  );
}

test("locations that stopped reporting and locations that never reported are counted separately", () => {
  expect(card(3, 1)).toContain("3 not reporting, 1 never reported");
  expect(card(3, 1, "nl")).toContain("3 niet recent, 1 nog nooit");
  expect(card(3, 0)).toContain("3 not reporting<");
  expect(card(3, 0)).not.toContain("never reported");
});

test("each count links to its locations, even if the other is zero", () => {
  expect(card(3, 1)).toContain('href="/locations?state=silent"');
  expect(card(3, 1)).toContain('href="/locations?state=never_reported"');
  expect(card(0, 2)).toContain("2 locations never reported");
  expect(card(0, 2)).not.toContain("state=silent");
});
