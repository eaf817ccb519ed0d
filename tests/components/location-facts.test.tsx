import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LocationFacts } from "@/components/locations/location-facts.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import { inLanguage } from "./in-language.tsx";

const facts = (metadata: PartialLocation["metadata"], isStaff = true, locale: Locale = "en") =>
  renderToStaticMarkup(
    inLanguage(
      locale,
      <LocationFacts
        location={{
          id: "loc_1",
          created_at: "2026-06-10T08:00:00Z",
          customer_id: "cus_1",
          latitude: 52.1,
          longitude: 5.1,
          metadata,
        }}
        isStaff={isStaff}
      />,
    ),
  );
const registered = {
  address: "Dorpsstraat 1, Utrecht",
  city: "Utrecht",
  demo: true,
  tariff: { day: 0.2 },
};

test("metadata of a location is labelled as such in each language", () => {
  const [own, attributes] = facts(registered).split("<section aria-label");
  expect(own).not.toContain("city");
  expect(attributes).toContain("Other attributes");
  expect(attributes).toMatch(/<code>city<\/code><\/dt><dd[^>]*>Utrecht</);
  expect(attributes).toMatch(/<code>demo<\/code><\/dt><dd[^>]*>true</);
  expect(attributes).toMatch(/<code>tariff<\/code><\/dt><dd[^>]*>{&quot;day&quot;:0.2}</);
  expect(attributes).not.toContain("<code>address</code>");
  expect(facts(registered, true, "nl")).toContain("Overige kenmerken");
});

test("an address attribute that does not name the location is listed with the other attributes", () => {
  expect(facts({ address: 12 })).toMatch(/<code>address<\/code><\/dt><dd[^>]*>12</);
});

test("metadata is hidden if there is none, and from customers", () => {
  expect(facts({ address: "Dorpsstraat 1, Utrecht" })).not.toContain("attributes");
  expect(facts(registered, false)).not.toContain("city");
});
