import { describe, expect, it } from "vitest";
import { describeCertainty } from "@/components/controls/certainty.ts";
import type { Labels } from "@/components/controls/control-view-model.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import { createTranslatorFor } from "./in-language.tsx";

const effect = (time_from: string, time_to: string, delta: number) => ({
  time_from,
  time_to,
  isp: 1,
  before: 0,
  after: delta,
  delta,
});
/** An hour of −1,200 kW and a last half hour of −900 kW, over the end of summer time. */
const results = [
  effect("2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", -1200),
  effect("2026-10-25T01:30:00Z", "2026-10-25T02:00:00Z", -900),
];
const labels = (locale: "en" | "nl"): Labels => ({
  t: createTranslatorFor(locale, "controls"),
  f: createFormats(locale),
});
const say = (sure: number[] | undefined, locale: "en" | "nl" = "en", of = results) =>
  describeCertainty({ results: of, ...(sure && { sure }) }, labels(locale))?.replaceAll(
    "\u00a0",
    " ",
  );

describe("the certainty of a preview", () => {
  it("is the average change and the part that is 90 % sure, in both languages", () => {
    expect(say([-900, -600])).toBe(
      "On average −1,100 kW; at least −800.0 kW with 90% certainty per quarter-hour.",
    );
    expect(say([-900, -600], "nl")).toBe(
      "Gemiddeld −1.100 kW; minstens −800,0 kW met 90% zekerheid per kwartier.",
    );
  });
  it("shows when no change is sure", () => {
    expect(say([0, 0])).toBe("On average −1,100 kW; no change is 90% certain.");
  });
  it("is omitted if the service omits it, or nothing changes", () => {
    expect(say(undefined)).toBeUndefined();
    expect(say([-900])).toBeUndefined();
    const none = results.map((one) => ({ ...one, delta: 0 }));
    expect(say([0, 0], "en", none)).toBeUndefined();
  });
});
