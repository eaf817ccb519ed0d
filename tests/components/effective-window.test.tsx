import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { EffectiveWindow } from "@/components/controls/effective-window.tsx";
import { windowFault, windowOf, type LocalMoment } from "@/components/controls/window.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const NOW = Date.parse("2026-06-10T12:07:31Z");
const typed = (text: string): LocalMoment => {
  const [date = "", time = ""] = text.split("T");
  return { date, time, second: false };
};

/** What the window says of a start and an end on Amsterdam's clock. */
function said(from: string, to: string, locale: Locale = "en") {
  const choice = { kind: "exact", from: typed(from), to: typed(to) } as const;
  const meant = windowOf(choice, NOW);
  const window = meant && windowFault(meant, NOW) === null ? meant : null;
  return renderToStaticMarkup(
    inLanguage(locale, <EffectiveWindow window={window} choice={choice} now={NOW} />),
  ).replace(/<[^>]*>/g, "");
}

describe("the effective window", () => {
  test("asks for a start and an end only where one is missing", () => {
    expect(said("", "2026-06-10T16:00")).toMatch(/^Give a start and an end/);
    expect(said("2026-06-10T15:00", "2026-06-10")).toMatch(/^Give a start and an end/);
    expect(said("2026-06-10T15:00", "2026-06-10T16:00")).not.toContain("Give");
  });

  test("says that a window has passed, or ends before it starts", () => {
    expect(said("2026-06-10T12:00", "2026-06-10T13:00")).toBe("This window has passed.");
    expect(said("2026-06-10T17:00", "2026-06-10T16:00")).toBe("The end must be after the start.");
    expect(said("2026-06-10T12:00", "2026-06-10T13:00", "nl")).toBe("Deze periode is voorbij.");
  });

  test("says that a time does not exist in the night the clock goes forward", () => {
    expect(said("2027-03-28T02:30", "2027-03-28T04:00")).toMatch(/^This time does not exist/);
    expect(said("2027-03-28T02:30", "2027-03-28T04:00", "nl")).toMatch(/^Deze tijd bestaat niet/);
  });

  test("points to the field where something is no date or time", () => {
    expect(said("2026-06-10T15:00", "2026-06-10T2530")).toMatch(/^A date or a time cannot be read/);
    expect(said("2026-02-30T15:00", "2026-06-10T16:00", "nl")).toMatch(/is niet leesbaar/);
  });
});
