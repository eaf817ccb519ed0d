import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WindowCell } from "@/components/controls/list/window-cell.tsx";
import type { Timed } from "../../lib/controls/control-state.ts";
import { inLanguage } from "./in-language.tsx";

const planned: Timed = {
  time_from: "2026-06-10T08:30:00Z",
  time_to: "2026-06-10T09:00:00Z",
  effective_to: "2026-06-10T09:00:00Z",
  cancelled_at: null,
};
const calledOff = {
  ...planned,
  cancelled_at: "2026-06-10T08:10:10Z",
  effective_to: planned.time_from,
};
const now = Date.parse("2026-06-10T12:00:00Z");
const text = (control: Timed, locale: "en" | "nl" = "en") =>
  renderToStaticMarkup(inLanguage(locale, <WindowCell control={control} now={now} />))
    .replace(/<[^>]*>/g, " ")
    .trim();

test("a control cancelled before its start is marked as not begun", () => {
  expect(text(calledOff)).toMatch(/10:30–11:00\s+did not start/);
  expect(text(calledOff, "nl")).toMatch(/10:30–11:00\s+niet begonnen/);
});

test("any other control shows its window alone", () => {
  const cutShort = { ...calledOff, effective_to: "2026-06-10T08:47:00Z" };
  expect(text(planned)).toMatch(/10:30–11:00$/);
  expect(text(cutShort)).toMatch(/10:30–10:47$/);
});
