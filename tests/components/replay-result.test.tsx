import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReplayResult } from "@/components/rules/replay-card.tsx";
import type { RuleReplay } from "@/lib/contract/rule-replay.ts";
import { inLanguage } from "./in-language.tsx";

const START = Date.parse("2026-06-01T10:00:00Z");
const iso = (ms: number) => new Date(ms).toISOString();
const toReplay = (count: number, listed = count, later = 0): RuleReplay => ({
  rule_id: "rule_1",
  time_from: iso(START),
  time_to: "2026-09-01T10:00:00Z",
  locations: 4,
  sampled_locations: 4,
  total: {
    controls: count,
    hours: count,
    curtailed_kwh: 10,
    expected_eur: 1,
    gain_eur: 1,
    customers_eur: 0,
    foresight_eur: 2,
    share: 0.5,
    unvalued_intervals: 0,
  },
  months: [],
  controls: Array.from({ length: listed }, (_, i) => ({
    type: "ZERO_EXPORT" as const,
    decided_at: iso(START + i * 3_600_000),
    time_from: iso(START + i * 3_600_000),
    time_to: iso(START + (i + 1) * 3_600_000),
    curtailed_kwh: 10,
    expected_eur: 1,
    gain_eur: 1,
  })),
  missing: [],
  later_terms_customers: later,
});
const render = (replay: RuleReplay, locale: "en" | "nl" = "en") =>
  renderToStaticMarkup(inLanguage(locale, <ReplayResult replay={replay} />));

test("a long replay says that its list of controls is cut", () => {
  expect(render(toReplay(3))).not.toContain("are listed");
  expect(render(toReplay(2_400, 1_000))).toContain("The latest 200 of 2,400 controls are listed.");
  expect(render(toReplay(2_400, 1_000), "nl")).toContain("De laatste 200 van 2.400 sturingen");
});

test("a replay says for how many customers later terms count", () => {
  expect(render(toReplay(1, 1, 2))).toContain("2 customers had no contract terms recorded");
  expect(render(toReplay(1))).not.toContain("contract terms recorded");
});
