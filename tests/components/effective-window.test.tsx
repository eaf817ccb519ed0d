import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EffectiveWindow } from "@/components/controls/issue/effective-window.tsx";
import { validateWindow, toWindow, type LocalMoment } from "@/components/controls/window.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const NOW = Date.parse("2026-06-10T12:07:31Z");
const typed = (text: string): LocalMoment => {
  const [date = "", time = ""] = text.split("T");
  return { date, time, second: false };
};

/** The displayed window for a start and an end in Amsterdam time. */
function said(from: string, to: string, locale: Locale = "en", now = NOW) {
  const choice = { kind: "exact", from: typed(from), to: typed(to) } as const;
  const meant = toWindow(choice, now);
  const window = meant && validateWindow(meant, now) === null ? meant : null;
  return renderToStaticMarkup(
    inLanguage(locale, <EffectiveWindow window={window} choice={choice} now={now} />),
  ).replace(/<[^>]*>/g, "");
}

describe("the effective window", () => {
  test("asks for a start or an end only if it is missing", () => {
    expect(said("", "2026-06-10T16:00")).toMatch(/^Enter a start and an end/);
    expect(said("2026-06-10T15:00", "2026-06-10")).toMatch(/^Enter a start and an end/);
    expect(said("2026-06-10T15:00", "2026-06-10T16:00")).not.toContain("Enter");
  });

  test("names the day of its last settlement period if it crosses midnight", () => {
    const [from, to] = ["2026-06-10T23:00", "2026-06-11T01:00"] as const;
    expect(said(from, to)).toMatch(
      /^Today 23:00–tomorrow 01:002 h · ISP 93 – tomorrow ISP 4 · 8 quarter-hours/,
    );
    expect(said(from, to, "nl")).toMatch(
      /^Vandaag 23:00–morgen 01:002 uur · PTU 93 – morgen PTU 4 · 8 kwartieren/,
    );
    expect(said("2026-06-10T23:00", "2026-06-10T24:00")).toContain("23:00–24:001 h · ISP 93–96 ·");
    expect(said("2026-06-11T12:00", "2026-06-14T13:00", "nl")).toMatch(
      /^Morgen 12:00–zo 14 jun 13:0073 uur · PTU 49 – zo 14 jun PTU 52 · 292 kwartieren/,
    );
  });

  test("counts the settlement periods of a clock-change day as that day has them", () => {
    const eve = Date.parse("2026-10-24T12:00:00Z");
    expect(said("2026-10-24T23:00", "2026-10-25T04:00", "en", eve)).toMatch(
      /CEST–Sun 25 Oct 2026, 04:00 CET6 h · ISP 93 – tomorrow ISP 20 · 24 quarter-hours/,
    );
    const spring = Date.parse("2027-03-27T12:00:00Z");
    expect(said("2027-03-27T23:00", "2027-03-28T04:00", "nl", spring)).toMatch(
      /04:00 CEST4 uur · PTU 93 – morgen PTU 12 · 16 kwartieren/,
    );
  });

  test("reports a window in the past or an end before its start", () => {
    expect(said("2026-06-10T12:00", "2026-06-10T13:00")).toBe("This window has passed.");
    expect(said("2026-06-10T17:00", "2026-06-10T16:00")).toBe("The end must be after the start.");
    expect(said("2026-06-10T12:00", "2026-06-10T13:00", "nl")).toBe("Deze periode is voorbij.");
  });

  test("reports a time that does not exist in the night the clock goes forward", () => {
    expect(said("2027-03-28T02:30", "2027-03-28T04:00")).toMatch(/^This time does not exist/);
    expect(said("2027-03-28T02:30", "2027-03-28T04:00", "nl")).toMatch(/^Deze tijd bestaat niet/);
  });

  test("points to the field that is not a date or time", () => {
    expect(said("2026-06-10T15:00", "2026-06-10T2530")).toMatch(/^A date or time is not valid/);
    expect(said("2026-02-30T15:00", "2026-06-10T16:00", "nl")).toMatch(
      /^Een datum of tijd klopt niet/,
    );
  });
});
