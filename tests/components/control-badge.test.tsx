import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ControlBadge } from "@/components/controls/badges.tsx";
import { byRelevance } from "@/lib/controls/by-relevance.ts";
import { byState, type Overridable } from "@/lib/controls/display-state.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { inLanguage } from "./in-language.tsx";

const control = {
  time_from: "2026-06-10T08:00:00Z",
  time_to: "2026-06-10T09:00:00Z",
  effective_to: "2026-06-10T08:49:00Z",
  cancelled_at: "2026-06-10T08:48:20Z",
};
const badge = (time: string, locale: Locale = "en", one: Overridable = control) =>
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

const running: Overridable = {
  time_from: "2026-06-10T08:00:00Z",
  time_to: "2026-06-10T19:00:00Z",
  effective_to: "2026-06-10T19:00:00Z",
  cancelled_at: null,
  superseded: true,
  locations: 51,
};

test("a control shows one state, with what newer controls took over of it", () => {
  const shown = (more: Partial<Overridable>, locale: Locale = "en") =>
    badge("09:00:00", locale, { ...running, ...more });
  expect(shown({ locations_in_force: 51, next_override: null })).toBe("Active");
  expect(shown({ locations_in_force: 33 })).toBe("Active · 33 of 51 locations");
  expect(shown({ locations_in_force: 33 }, "nl")).toBe("Actief · 33 van 51 locaties");
  expect(shown({ locations_in_force: 0 })).toBe("Overridden");
  expect(shown({ locations_in_force: 0 }, "nl")).toBe("Overschreven");
  const later = { time: "2026-06-10T17:00:00Z", locations: 51 };
  expect(shown({ locations_in_force: 51, next_override: later })).toBe(
    "Active · overridden from 19:00",
  );
  expect(shown({ locations_in_force: 51, next_override: { ...later, locations: 3 } })).toBe(
    "Active · partly overridden from 19:00",
  );
  expect(shown({})).toBe("Active, partly overridden");
});

test("a control to come shows from when a newer one takes all of it", () => {
  const soon = (next: Overridable["next_override"]) =>
    badge("07:00:00", "en", { ...running, next_override: next });
  expect(soon(null)).toBe("Scheduled");
  expect(soon({ time: "2026-06-10T08:00:00Z", locations: 51 })).toBe("Overridden");
  expect(soon({ time: "2026-06-10T17:00:00Z", locations: 51 })).toBe(
    "Scheduled · overridden from 19:00",
  );
});

test("controls in force come before those that newer ones took over", () => {
  const overridden = { ...running, id: "first", locations_in_force: 0 };
  const inForce = { ...running, id: "second", time_from: "2026-06-10T08:30:00Z" };
  const { active } = byState([overridden, inForce], Date.parse("2026-06-10T09:00:00Z"));
  expect(active.map(({ id }) => id)).toEqual(["second", "first"]);
});

test("what runs and what comes next stand before what newer controls took over", () => {
  const later = "2026-06-10T17:00:00Z";
  const coming = { ...running, time_from: later, superseded: false };
  const ended = { ...running, effective_to: "2026-06-10T08:30:00Z" };
  const controls = [
    { ...running, id: "overridden", locations_in_force: 0 },
    { ...running, id: "running", locations_in_force: 33 },
    { ...coming, id: "overridden to come", next_override: { time: later, locations: 51 } },
    { ...coming, id: "to come", next_override: null },
    { ...ended, id: "ended" },
  ];
  expect(byRelevance(controls, Date.parse("2026-06-10T09:00:00Z")).map(({ id }) => id)).toEqual([
    "running",
    "to come",
    "overridden",
    "overridden to come",
    "ended",
  ]);
});
