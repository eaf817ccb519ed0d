import { expect, test } from "vitest";
import { effectSentence, ownControlSentence } from "@/components/home/own-control-sentence.ts";

const control = {
  control_id: "ctrl_1",
  created_at: "2026-06-10T10:58:00Z",
  type: "ZERO_EXPORT" as const,
  time_from: "2026-06-10T11:00:00Z",
  time_to: "2026-06-10T12:00:00Z",
  results: [],
  energy_kwh: -3.4,
};
const at = (text: string) => Date.parse(text);

test("a control is told in the tense it stands in", () => {
  const when = "Wed 10 Jun 2026, 13:00–14:00";
  const what = "to send nothing to the grid.";
  expect(ownControlSentence(control, at("2026-06-10T10:59Z"))).toBe(
    `${when}: your installations will be asked ${what}`,
  );
  expect(ownControlSentence(control, at("2026-06-10T11:00Z"))).toBe(
    `${when}: your installations are being asked ${what}`,
  );
  expect(ownControlSentence(control, at("2026-06-10T12:00Z"))).toBe(
    `${when}: your installations were asked ${what}`,
  );
});

const effect = (before: number, after: number) => ({
  time_from: "2026-06-10T11:00:00Z",
  time_to: "2026-06-10T11:15:00Z",
  isp: 53,
  before,
  after,
  delta: after - before,
});

test("its effect is called planned and says what goes to the grid and what comes from it", () => {
  expect(effectSentence([effect(8, 0)])).toBe("Planned effect: 2.00\u00a0kWh less to the grid.");
  expect(effectSentence([effect(4, -6)])).toBe(
    "Planned effect: 1.00\u00a0kWh less to the grid, 1.50\u00a0kWh more from the grid.",
  );
  expect(effectSentence([effect(-4, -4)])).toMatch(/nothing changes/);
});
