import { describe, expect, test } from "vitest";
import {
  dragRange,
  moveByKey,
  moveEdge,
  quarterAt,
  windowBetween,
} from "@/components/controls/issue/window-drag.ts";
import { getMeanPrice } from "@/components/controls/issue/window-timeline.tsx";

const at = (time: string) => Date.parse(`2026-06-10T${time}:00Z`);
const NOW = at("10:07");
const range = dragRange(NOW);
const window = (from: string, to: string) => ({ from: at(from), to: at(to) });

describe("dragging over the coming day", () => {
  test("begins with the hour that runs and ends a day later", () => {
    expect(range).toEqual({ from: at("10:00"), to: at("10:00") + 86_400_000 });
  });

  test("takes whole quarter-hours, whichever way it goes", () => {
    const early = quarterAt(range, 2.1 / 24);
    const late = quarterAt(range, 3.4 / 24);
    expect(windowBetween(early, late, NOW)).toEqual(window("12:00", "13:30"));
    expect(windowBetween(late, early, NOW)).toEqual(window("12:00", "13:30"));
    expect(windowBetween(late, late, NOW)).toEqual(window("13:15", "13:30"));
  });

  test("leaves out what has passed, and stays within the day", () => {
    expect(windowBetween(quarterAt(range, -0.2), quarterAt(range, 0), NOW)).toEqual(
      window("10:07", "10:15"),
    );
    expect(windowBetween(range.from, quarterAt(range, 1.5), NOW).to).toBe(range.to);
  });
});

describe("the start and the end", () => {
  const chosen = window("12:00", "13:00");
  const press = (key: string, edge: "from" | "to", of = chosen) =>
    moveByKey(key, edge, of, range, NOW);

  test("move by quarter-hours and hours, to the first and the last time", () => {
    expect(press("ArrowRight", "from")).toEqual(window("12:15", "13:00"));
    expect(press("ArrowLeft", "to")).toEqual(window("12:00", "12:45"));
    expect(press("PageUp", "to")).toEqual(window("12:00", "14:00"));
    expect(press("Home", "from")).toEqual(window("10:07", "13:00"));
    expect(press("End", "to")).toEqual({ from: at("12:00"), to: range.to });
    expect(press("Tab", "to")).toBeNull();
  });

  test("go from a time between two quarter-hours to the next one", () => {
    const odd = window("10:07", "10:40");
    expect(press("ArrowRight", "from", odd)).toEqual(window("10:15", "10:40"));
    expect(press("ArrowLeft", "to", odd)).toEqual(window("10:07", "10:30"));
    expect(press("ArrowRight", "to", odd)).toEqual(window("10:07", "10:45"));
  });

  test("keep a quarter-hour between them and never lie in the past", () => {
    expect(press("PageUp", "from")).toEqual(window("12:45", "13:00"));
    expect(press("Home", "to")).toEqual(window("12:00", "12:15"));
    expect(moveEdge("from", at("09:00"), chosen, range, NOW)).toEqual(window("10:07", "13:00"));
  });
});

describe("the mean price of a window", () => {
  const prices = new Map([
    [at("12:00"), 40],
    [at("12:15"), -20],
  ]);

  test("is weighted by time", () => {
    expect(getMeanPrice(prices, window("12:00", "12:30"))).toBe(10);
    expect(getMeanPrice(prices, window("12:10", "12:30"))).toBe(-5);
  });

  test("is unknown where a price is missing", () => {
    expect(getMeanPrice(prices, window("12:00", "12:45"))).toBeNull();
  });
});
