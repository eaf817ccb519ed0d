import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LateSetpointsBanner } from "../../components/controls/pause/control-notices.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const since = "2026-06-10T12:03:00.000Z";
const NOW = Date.parse("2026-06-10T12:07:31Z");
const banner = (at: string | null | undefined, locale: Locale = "en", now = NOW) =>
  renderToStaticMarkup(inLanguage(locale, <LateSetpointsBanner since={at} now={now} />));

test("late setpoints are announced with the time of the last, in both languages", () => {
  expect(banner(since)).toContain(
    "Setpoints are late: the last were sent at 14:03. Controls may not be followed.",
  );
  expect(banner(since, "nl")).toContain(
    "De aansturing loopt achter: de laatste opdrachten zijn verstuurd om 14:03. Sturingen worden mogelijk niet opgevolgd.",
  );
});

test("setpoints that were sent on another day are named with their date", () => {
  const tomorrow = NOW + 86_400_000;
  expect(banner(since, "en", tomorrow)).toContain("the last were sent at Wed 10 Jun 2026, 14:03.");
});

test("nothing is shown while setpoints are on time, or the service does not say", () => {
  for (const at of [null, undefined]) expect(banner(at)).toBe('<div role="status"></div>');
});
