import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DeletionImpactText } from "@/components/customers/delete-dialog.tsx";
import type { DeletionImpact } from "../../lib/portal/queries/customer.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

/** The deleted items, and the sentences around them. */
function said(impact: DeletionImpact, locale: Locale = "en") {
  const html = renderToStaticMarkup(inLanguage(locale, <DeletionImpactText impact={impact} />));
  const inside = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "g"))].map(([, text]) => text);
  return { goes: inside("li"), sentences: inside("p") };
}

test("a customer's deletion lists only what is deleted with it", () => {
  const sites = { locations: 2, devices: 1 };
  const { goes, sentences } = said({ sites, controls: 0, accounts: 0 });
  expect(goes).toEqual(["2 locations", "1 device"]);
  expect(sentences).toContain("No controls are active or scheduled for this customer.");
  expect(sentences).toContain("No users lose access to the portal.");
});

test("a customer without locations has nothing listed", () => {
  const impact = { sites: { locations: 0, devices: 0 }, controls: 0, accounts: 1 };
  expect(said(impact).goes).toEqual([]);
  expect(said(impact).sentences[0]).toBe("The customer has no locations or devices.");
  expect(said(impact, "nl").sentences[0]).toBe("De klant heeft geen locaties of apparaten.");
});

test("items the service does not count are listed without a number", () => {
  const { goes, sentences } = said({ sites: null, controls: null, accounts: 0 });
  expect(goes).toEqual([expect.stringContaining("does not provide their number")]);
  expect(sentences.join(" ")).toContain("does not list them");
});
