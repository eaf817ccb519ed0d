import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Decision } from "@/components/rules/rule-decisions.tsx";
import type { RuleDecision } from "@/lib/contract/advice.ts";
import { inLanguage } from "./in-language.tsx";

/** A decision that found no day-ahead prices of 16 June from 12:00 in Amsterdam on. */
const decidedAt = (time: string): RuleDecision => ({
  id: "dec_1",
  time,
  outcome: "nothing",
  type: null,
  time_from: "2026-06-14T22:00:00Z",
  time_to: "2026-06-16T22:00:00Z",
  reasons: ["day_ahead_price"],
  detail: null,
  volume_kwh: 0,
  gain_eur: null,
  customers_eur: null,
  control_id: null,
  request_id: null,
  intervals: [],
  missing: [
    {
      what: "day_ahead_price",
      intervals: 4,
      customers: 0,
      time_from: "2026-06-16T10:00:00Z",
    },
  ],
});
const render = (time: string, locale: "en" | "nl" = "en") =>
  renderToStaticMarkup(inLanguage(locale, <Decision decision={decidedAt(time)} />));

test("prices of tomorrow that were not due at the decision are not missing", () => {
  const html = render("2026-06-15T06:00:00Z");
  expect(html).toContain("prices for tomorrow were not known yet");
  expect(html).not.toContain("Missing");
  expect(html).not.toContain("no day-ahead price");
  expect(render("2026-06-15T06:00:00Z", "nl")).toContain(
    "de prijzen voor morgen waren nog niet bekend",
  );
});

test("prices of tomorrow that were overdue at the decision are missing", () => {
  const html = render("2026-06-15T14:00:00Z");
  expect(html).toContain("no day-ahead price");
  expect(html).toContain("Missing");
  expect(html).not.toContain("not known yet");
});
