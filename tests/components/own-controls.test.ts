import { expect, test } from "vitest";
import type { ControlState } from "@/lib/contract/controls.ts";
import {
  deliveredSentence,
  effectSentence,
  ownControlSentence,
} from "@/components/home/own-control-sentence.ts";

test("a control is told in the tense it stands in", () => {
  const what = "to send nothing to the grid.";
  const told = (state: ControlState) => ownControlSentence("ZERO_EXPORT", state);
  expect(told("scheduled")).toBe(`Your installations will be asked ${what}`);
  expect(told("active")).toBe(`Your installations are being asked ${what}`);
  expect(told("ended")).toBe(`Your installations were asked ${what}`);
  expect(told("cancelled")).toBe(`Your installations were asked ${what} It was ended early.`);
});

test("a control that was cancelled before it began is not told as one that was asked", () => {
  expect(ownControlSentence("ZERO_EXPORT", "cancelled", true)).toBe(
    "Your installations were to be asked to send nothing to the grid. It was cancelled before it began.",
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

test("what was measured is told apart from what was planned, with its direction", () => {
  expect(deliveredSentence(-1.5)).toBe("Measured: 1.50\u00a0kWh less to the grid on balance.");
  expect(deliveredSentence(0.25)).toBe("Measured: 0.25\u00a0kWh more to the grid on balance.");
  expect(deliveredSentence(0)).toBe("Measured: nothing changed on balance.");
});
