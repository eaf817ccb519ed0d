import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  MeasuredHere,
  withOverrides,
} from "@/components/controls/list/location-controls-table.tsx";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { displayStateAt } from "@/lib/controls/display-state.ts";
import { inLanguage } from "./in-language.tsx";

test("the measured effect of a control is labelled partial until it is complete", () => {
  const shown = (delivered_kwh: number | null, measured_whole: boolean) =>
    renderToStaticMarkup(
      inLanguage("nl", <MeasuredHere control={{ delivered_kwh, measured_whole }} />),
    )
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
  expect(shown(-1.55, true)).toBe("−1,55 kWh");
  expect(shown(-0.33, false)).toBe("−0,33 kWh deels gemeten");
  expect(shown(null, false)).not.toContain("deel");
});

const at = (time: string) => `2026-06-10T${time}:00.000Z`;

function located(control_id: string, from: string, to: string, issued: string, opted_out = false) {
  return {
    control_id,
    type: "MAX_CONSUMPTION",
    created_at: at(issued),
    time_from: at(from),
    time_to: at(to),
    effective_to: at(to),
    cancelled_at: null,
    superseded: false,
    opted_out,
    results: [],
    energy_kwh: 0,
    delivered_kwh: null,
    measured_whole: false,
  } as unknown as LocatedControl;
}

test("a control that newer ones take over here is overridden before and during its window", () => {
  const controls = [
    located("newest", "11:00", "12:00", "09:03"),
    located("declined", "10:00", "13:00", "09:04", true),
    located("covered", "11:15", "11:30", "09:02"),
    located("first", "10:00", "13:00", "09:01"),
  ];
  const statesAt = (time: string) =>
    withOverrides(controls, Date.parse(at(time))).map((control) => [
      control.control_id,
      displayStateAt(control, Date.parse(at(time))),
    ]);
  const states = (time: string) => Object.fromEntries(statesAt(time));
  expect(states("10:30")).toMatchObject({
    newest: { name: "scheduled" },
    covered: { name: "overridden" },
    first: { name: "activeUntil", until: at("11:00") },
  });
  expect(states("11:20")).toMatchObject({
    newest: { name: "active" },
    covered: { name: "overridden" },
    first: { name: "overridden" },
  });
  expect(states("12:30")).toMatchObject({ newest: { name: "ended" }, first: { name: "active" } });
});
