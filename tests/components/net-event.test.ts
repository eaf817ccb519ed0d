import { describe, expect, test } from "vitest";
import { splitByEffect } from "@/components/customer-home/activity.tsx";
import { describeTogether, joinOverlapping } from "@/components/customer-home/net-event.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { createFormats } from "@/lib/i18n/format.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { createTranslatorFor } from "./in-language.tsx";

const QUARTER_MS = 900_000;
const iso = (at: number) => new Date(at).toISOString();
const at = (time: string) => Date.parse(`2026-06-10T${time}:00Z`);

/** A control that takes 4 kW off in each quarter, accepted at its start. */
function control(
  control_id: string,
  [start, end]: [start: string, end: string],
  rest: Partial<LocatedControl> = {},
): LocatedControl {
  const quarters = (at(end) - at(start)) / QUARTER_MS;
  const results = Array.from({ length: quarters }, (_, index) => ({
    time_from: iso(at(start) + index * QUARTER_MS),
    time_to: iso(at(start) + (index + 1) * QUARTER_MS),
    isp: 45 + index,
    before: 4,
    after: 0,
    delta: -4,
  }));
  return {
    control_id,
    created_at: iso(at(start)),
    type: "ZERO_EXPORT",
    reason: "price",
    time_from: iso(at(start)),
    time_to: iso(at(end)),
    effective_to: iso(at(end)),
    cancelled_at: null,
    superseded: false,
    results,
    energy_kwh: -quarters,
    delivered_kwh: -quarters,
    measured_whole: true,
    ...rest,
  };
}

const morning = control("morning", ["06:00", "07:00"]);
const first = control("first", ["11:00", "12:00"], { delivered_kwh: -3 });
const longer = control("longer", ["11:45", "12:30"], { delivered_kwh: -2.5 });
const last = control("last", ["12:15", "13:00"], { delivered_kwh: 0.5, reason: "grid" });
const idsOf = (events: readonly LocatedControl[][]) =>
  events.map((event) => event.map(({ control_id }) => control_id));

function read(locale: Locale, controls: readonly LocatedControl[]) {
  const translator = { t: createTranslatorFor(locale, "customerHome"), f: createFormats(locale) };
  const { lead, details, whys } = describeTogether(controls, translator as never);
  return [lead, ...details, ...whys].map((text) => text.replaceAll("\u00a0", " "));
}

describe("overlapping controls", () => {
  test("are one event, also where one between them joins the others; the latest comes first", () => {
    expect(idsOf(joinOverlapping([last, longer, first, morning]))).toEqual([
      ["last", "longer", "first"],
      ["morning"],
    ]);
    expect(idsOf(joinOverlapping([last, first]))).toEqual([["last"], ["first"]]);
  });

  test("that only touch are two events", () => {
    const next = control("next", ["12:00", "12:30"]);
    expect(idsOf(joinOverlapping([next, first]))).toEqual([["next"], ["first"]]);
  });

  test("tell what they changed together, and each reason once", () => {
    expect(read("en", [last, longer, first])).toEqual([
      "Between 13:00 and 15:00 you sent 5.0 kWh less to the grid than without these requests.",
      "Between 13:00 and 15:00, 3 overlapping requests reached your installation.",
      "There was a lot of electricity on the grid at that time.",
      "Electricity prices were low at that time.",
    ]);
    expect(read("nl", [longer, first])).toEqual([
      "Tussen 13:00 en 14:30 leverde je 5,5 kWh minder terug dan zonder deze verzoeken.",
      "Tussen 13:00 en 14:30 kreeg je installatie 2 overlappende verzoeken.",
      "De stroomprijs was op dat moment laag.",
    ]);
  });

  test("add up export and import apart", () => {
    const split = [
      { ...longer, export_change_kwh: -2, import_change_kwh: 0.5 },
      { ...first, export_change_kwh: -1, import_change_kwh: 2 },
    ];
    expect(read("en", split)[0]).toBe(
      "Between 13:00 and 14:30 you exported 3.0 kWh less and bought 2.5 kWh more than otherwise.",
    );
  });

  test("that undo each other changed hardly anything together", () => {
    const back = { ...longer, delivered_kwh: 3 };
    expect(read("en", [back, first])[0]).toBe("Between 13:00 and 14:30 hardly anything changed.");
  });

  test("show their plans together until all of it is measured", () => {
    const unmeasured = { delivered_kwh: null, measured_whole: false };
    expect(read("en", [longer, { ...first, ...unmeasured }]).slice(0, 3)).toEqual([
      "Between 13:00 and 14:30, 2 overlapping requests reached your installation.",
      "The measurements are not complete yet.",
      "The plan was 7.0 kWh less to the grid than without these requests.",
    ]);
    const neither = [
      { ...longer, ...unmeasured },
      { ...first, ...unmeasured },
    ];
    expect(read("nl", neither).slice(1, 3)).toEqual([
      "De werkelijke verandering is niet gemeten.",
      "Het plan was 7,0 kWh minder terugleveren dan zonder deze verzoeken.",
    ]);
  });
});

describe("the earlier activity", () => {
  const unfelt = control("unfelt", ["12:30", "13:15"], { delivered_kwh: 0.01 });

  test("has what had no effect apart from the events", () => {
    const { events, without } = splitByEffect([unfelt, last, longer, first], []);
    expect(idsOf(events)).toEqual([["last", "longer", "first"]]);
    expect(idsOf([without])).toEqual([["unfelt"]]);
  });

  test("counts overlapping controls as one of those it shows", () => {
    const older = control("older", ["04:00", "04:30"], { delivered_kwh: 0 });
    const earlier = [unfelt, last, longer, first, morning, older];
    const { events, without } = splitByEffect(earlier, [], 1);
    expect(idsOf(events)).toEqual([["last", "longer", "first"]]);
    expect(idsOf([without])).toEqual([["unfelt"]]);
    expect(idsOf([splitByEffect(earlier, [], 2).without])).toEqual([["unfelt", "older"]]);
  });
});
