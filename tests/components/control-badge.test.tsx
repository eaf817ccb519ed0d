import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ControlBadge } from "@/components/controls/badges.tsx";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const control = {
  time_from: "2026-06-10T08:00:00Z",
  time_to: "2026-06-10T09:00:00Z",
  effective_to: "2026-06-10T08:49:00Z",
  cancelled_at: "2026-06-10T08:48:20Z",
};
const badge = (time: string, locale: Locale = "en", one: typeof control = control) =>
  renderToStaticMarkup(
    inLanguage(locale, <ControlBadge control={one} now={Date.parse(`2026-06-10T${time}Z`)} />),
  ).replace(/<[^>]*>/g, "");

test("a cancelled control shows its new end until that has passed", () => {
  expect(badge("08:48:30")).toBe("Cancelled, ends at 10:49");
  expect(badge("08:48:30", "nl")).toBe("Geannuleerd, eindigt om 10:49");
  expect(badge("08:49:00")).toBe("Cancelled");
});

test("a control cancelled before its start shows no new end", () => {
  const off = { ...control, effective_to: control.time_from, cancelled_at: "2026-06-10T07:50:00Z" };
  expect(badge("07:55:00", "en", off)).toBe("Cancelled");
  expect(badge("08:10:00", "en", off)).toBe("Cancelled");
});
