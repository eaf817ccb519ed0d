import { describe, expect, test } from "vitest";
import { createFormats } from "@/lib/i18n/format.ts";
import { partsDuring } from "@/lib/energy/device-energy.ts";
import { sortActivity } from "@/components/customer-home/activity.tsx";
import {
  describeControl,
  type NarrativeContext,
} from "@/components/customer-home/control-narrative.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { createTranslatorFor } from "./in-language.tsx";

const QUARTER = 900_000;
const iso = (at: number) => new Date(at).toISOString();
const at = (time: string) => Date.parse(time);

/** A control over quarters of an hour from 13:00 in Amsterdam on, with the plan before and after. */
function control(plan: [before: number, after: number][], rest: Partial<LocatedControl> = {}) {
  const from = at(rest.time_from ?? "2026-06-10T11:00:00Z");
  const results = plan.map(([before, after], index) => ({
    time_from: iso(from + index * QUARTER),
    time_to: iso(from + (index + 1) * QUARTER),
    isp: 53 + index,
    before,
    after,
    delta: after - before,
  }));
  const to = iso(from + plan.length * QUARTER);
  return {
    control_id: "ctrl_1",
    created_at: iso(from),
    type: "ZERO_EXPORT",
    reason: null,
    time_from: iso(from),
    time_to: to,
    effective_to: to,
    cancelled_at: null,
    superseded: false,
    results,
    energy_kwh: results.reduce((sum, { delta }) => sum + delta / 4, 0),
    delivered_kwh: null,
    measured_whole: typeof rest.delivered_kwh === "number",
    ...rest,
  } satisfies LocatedControl;
}

const LATER = at("2026-06-10T16:00:00Z");

function told(
  locale: Locale,
  one: LocatedControl,
  { now = LATER, parts = null, allControls = [] }: Partial<NarrativeContext & { now: number }> = {},
) {
  const words = { t: createTranslatorFor(locale, "customerHome"), f: createFormats(locale) };
  const { lead, details, why } = describeControl(one, { parts, allControls }, now, words as never);
  return [lead, ...details, ...(why === null ? [] : [why])].map((text) =>
    text.replaceAll("\u00a0", " "),
  );
}

const less = control([
  [8, 0],
  [4, 0],
]);
const measured = (delivered_kwh: number) => ({ delivered_kwh, measured_whole: true });
const DURING = at("2026-06-10T11:10:00Z");
const BEFORE = at("2026-06-10T09:00:00Z");

describe("a finished control", () => {
  test("shows the measured effect and the reason", () => {
    const one = { ...less, ...measured(-2.1), reason: "price" as const };
    expect(told("nl", one)).toEqual([
      "Tussen 13:00 en 13:30 leverde je 2,1 kWh minder terug dan zonder dit verzoek.",
      "Je installatie werd gevraagd geen stroom terug te leveren.",
      "De stroomprijs was op dat moment laag.",
    ]);
    expect(told("en", one)).toEqual([
      "Between 13:00 and 13:30 you sent 2.1 kWh less to the grid than without this request.",
      "Your installation was asked to send nothing to the grid.",
      "Electricity prices were low at that time.",
    ]);
  });

  test("shows the planned effect if nothing was measured", () => {
    expect(told("nl", less)).toEqual([
      "Tussen 13:00 en 13:30 werd je installatie gevraagd geen stroom terug te leveren.",
      "De werkelijke verandering is niet gemeten.",
      "Het plan was 3,0 kWh minder terugleveren dan zonder dit verzoek.",
      "Er is geen reden opgegeven.",
    ]);
    expect(told("en", less).slice(1, 3)).toEqual([
      "The actual change was not measured.",
      "The plan was 3.0 kWh less to the grid than without this request.",
    ]);
  });

  test("reports a negligible change as such", () => {
    const one = { ...less, ...measured(0.02) };
    expect(told("nl", one)[0]).toBe("Tussen 13:00 en 13:30 veranderde er vrijwel niets.");
    expect(told("en", one)[0]).toMatch(/hardly anything changed/);
  });

  test("separates more import from less export, and falls back to the net change", () => {
    const asked = { type: "MAX_CONSUMPTION" as const, delivered_kwh: -1.5 };
    const lead = (plan: [number, number][]) => told("nl", control(plan, asked))[0];
    expect(lead([[-1, -7]])).toMatch(/haalde je 1,5 kWh meer van het net dan zonder dit verzoek/);
    expect(lead([[8, 2]])).toMatch(/leverde je 1,5 kWh minder terug dan zonder dit verzoek/);
    expect(lead([[2, -4]])).toMatch(/ging per saldo 1,5 kWh minder naar het net/);
  });

  test("does not attribute a change in the other direction to the request", () => {
    const one = control([[2, 6]], { type: "MAX_PRODUCTION", delivered_kwh: -0.4 });
    expect(told("en", one).slice(0, 3)).toEqual([
      "Between 13:00 and 13:15 you sent 0.4 kWh less to the grid than expected.",
      "The weather or your own use made more difference than this request.",
      "Your installation was asked to send maximum power to the grid.",
    ]);
    expect(told("nl", one).slice(0, 3)).toEqual([
      "Tussen 13:00 en 13:15 leverde je 0,4 kWh minder terug dan verwacht.",
      "Het weer of je eigen verbruik maakte meer verschil dan dit verzoek.",
      "Je installatie werd gevraagd zoveel mogelijk stroom terug te leveren.",
    ]);
  });

  test("does not attribute measured energy to a plan without change", () => {
    const idle = { type: "MAX_PRODUCTION" as const, delivered_kwh: -1.2 };
    expect(told("nl", control([[6, 6]], idle)).slice(0, 2)).toEqual([
      "Tussen 13:00 en 13:15 leverde je 1,2 kWh minder terug dan verwacht.",
      "Dat kwam niet door dit verzoek: het weer of je eigen verbruik was anders.",
    ]);
    expect(told("en", control([[6, 6]], { ...idle, delivered_kwh: 1.2 }))[1]).toBe(
      "This request was not the cause: the weather or your own use was different.",
    );
  });

  test("shows no amount while measurements are incomplete", () => {
    const one = { ...less, delivered_kwh: -0.3, measured_whole: false };
    expect(told("nl", one).slice(0, 3)).toEqual([
      "Tussen 13:00 en 13:30 werd je installatie gevraagd geen stroom terug te leveren.",
      "De metingen zijn nog niet compleet.",
      "Het plan was 3,0 kWh minder terugleveren dan zonder dit verzoek.",
    ]);
    expect(told("en", one)[1]).toBe("The measurements are not complete yet.");
  });

  test("shows what the panels and the battery measured during the control", () => {
    const one = { ...less, ...measured(-2.1) };
    const parts = { panelsKwh: 0.9, batteryKwh: -0.8, whole: true };
    expect(told("nl", one, { parts })[2]).toBe(
      "In die tijd wekten je zonnepanelen 0,9 kWh op en laadde je batterij 0,8 kWh op.",
    );
    expect(told("en", one, { parts: { ...parts, batteryKwh: 0.8 } })[2]).toBe(
      "In that time your panels produced 0.9 kWh and your battery supplied 0.8 kWh.",
    );
    expect(told("nl", one, { parts: { ...parts, panelsKwh: null } })[2]).toBe(
      "In die tijd laadde je batterij 0,8 kWh op.",
    );
    const still = { ...parts, panelsKwh: 0.004 };
    expect(told("nl", one, { parts: still })[2]).toBe(
      "In die tijd wekten je zonnepanelen vrijwel niets op; dat past bij dit verzoek. Je batterij laadde 0,8 kWh op.",
    );
    expect(told("en", one, { parts: { ...still, batteryKwh: 0 } })[2]).toBe(
      "In that time your panels produced hardly anything, in line with this request.",
    );
  });

  test("shows the panels' minimum and the battery's direction between quarter-hours", () => {
    const one = { ...less, ...measured(-2.1) };
    const parts = { panelsKwh: 0.9, batteryKwh: -0.8, whole: false };
    expect(told("nl", one, { parts }).slice(2, 4)).toEqual([
      "In die tijd wekten je zonnepanelen ten minste 0,9 kWh op.",
      "In die tijd laadde je batterij op.",
    ]);
    expect(told("en", one, { parts: { ...parts, batteryKwh: 0.01 } })[2]).toBe(
      "In that time your panels produced at least 0.9 kWh.",
    );
    expect(told("en", one, { parts: { ...parts, panelsKwh: null } })[2]).toBe(
      "In that time your battery charged.",
    );
  });

  test("names the planned end of a control that ended early", () => {
    const stopped = {
      ...less,
      effective_to: "2026-06-10T11:20:00Z",
      cancelled_at: "2026-06-10T11:19:30Z",
    };
    expect(told("nl", stopped)[0]).toMatch(/^Tussen 13:00 en 13:20 werd/);
    expect(told("nl", stopped)).toContain("Het stopte eerder; gepland was tot 13:30.");
  });
});

test("a control cancelled before its start is described as never having run", () => {
  const off = { ...less, effective_to: less.time_from, cancelled_at: "2026-06-10T10:00:00Z" };
  expect(told("nl", off)).toEqual([
    "Je installatie zou tussen 13:00 en 13:30 geen stroom terugleveren. Dat ging niet door.",
  ]);
  expect(told("en", off)).toEqual([
    "Between 13:00 and 13:30 your installation was due to send nothing to the grid. The request was cancelled before it began.",
  ]);
});

test("an active or scheduled control has its own tense and its expected effect", () => {
  const one = { ...less, reason: "grid" as const };
  expect(told("nl", one, { now: DURING })).toEqual([
    "Tot 13:30 wordt je installatie gevraagd geen stroom terug te leveren.",
    "Naar verwachting lever je daardoor 3,0 kWh minder terug.",
    "Er is op dit moment veel stroom op het net.",
  ]);
  expect(told("en", one, { now: BEFORE })).toEqual([
    "Between 13:00 and 13:30 your installation is asked to send nothing to the grid.",
    "Because of this you are expected to send 3.0 kWh less to the grid.",
    "A lot of electricity is expected on the grid then.",
  ]);
});

test("each reason is phrased for its direction", () => {
  const more = control([[1, 6]], { type: "MAX_PRODUCTION", reason: "price" });
  expect(told("nl", more, { now: DURING }).at(-1)).toBe("De stroomprijs is op dit moment hoog.");
  expect(told("en", { ...more, reason: "grid" }).at(-1)).toBe(
    "The grid needed extra electricity at that time.",
  );
  expect(told("nl", { ...more, reason: "test" }).at(-1)).toBe("Het was een test.");
});

describe("on the day the clock goes back", () => {
  const night = (time_from: string, quarters: number) =>
    control(
      Array.from({ length: quarters }, () => [2, 0]),
      { time_from, delivered_kwh: -0.5 },
    );
  const lead = (locale: Locale, one: LocatedControl) =>
    told(locale, one, { now: at("2026-10-26T12:00:00Z") })[0];

  test("the repeated hour is labelled summer or winter time", () => {
    const across = night("2026-10-25T00:45:00Z", 2);
    expect(lead("nl", across)).toMatch(/^Tussen 02:45 zomertijd en 02:15 wintertijd leverde/);
    expect(lead("en", across)).toMatch(/^Between 02:45 summer time and 02:15 winter time/);
    expect(lead("nl", night("2026-10-25T01:00:00Z", 1))).toMatch(
      /^Tussen 02:00 wintertijd en 02:15 wintertijd/,
    );
  });

  test("a control until midnight ends at 24:00, and a later end names the day", () => {
    expect(lead("nl", night("2026-10-25T22:30:00Z", 2))).toMatch(/^Tussen 23:30 en 24:00/);
    expect(lead("en", night("2026-10-25T22:30:00Z", 3))).toMatch(
      /^Between 23:30 and Mon 26 Oct 00:15/,
    );
  });
});

describe("device energy during a control", () => {
  const items = (...values: (number | undefined)[]) =>
    values.map((actual, index) => ({
      time: iso(at("2026-06-10T11:00:00Z") + index * QUARTER),
      ...(actual === undefined ? {} : { actual }),
    }));
  const from = at("2026-06-10T11:00:00Z");

  test("sums whole quarter-hours over all locations", () => {
    const series = { panels: [items(4, 2), items(2, 0)], battery: [items(-2, -2)] };
    const parts = partsDuring(series, from, from + 2 * QUARTER);
    expect(parts).toEqual({ panelsKwh: 2, batteryKwh: -1, whole: true });
  });

  test("counts only quarter-hours that lie entirely within the control", () => {
    const series = { panels: [items(4, 4)], battery: [items(1, -2)] };
    const parts = partsDuring(series, from + 600_000, from + 1_800_000);
    expect(parts).toEqual({ panelsKwh: 1, batteryKwh: -0.5, whole: false });
    const within = partsDuring(series, from + 60_000, from + 600_000);
    expect(within).toEqual({ panelsKwh: null, batteryKwh: null, whole: false });
  });

  test("is unknown if a quarter-hour was not measured", () => {
    const series = { panels: [items(4, undefined)], battery: [items(1)] };
    const parts = partsDuring(series, from, from + 2 * QUARTER);
    expect(parts).toMatchObject({ panelsKwh: null, batteryKwh: null });
  });
});

test("a control cancelled before its start stays among upcoming controls until its planned end", () => {
  const name = (control_id: string, hour: number, rest: Partial<LocatedControl> = {}) =>
    control([[4, 0]], { control_id, time_from: `2026-06-10T${hour}:00:00.000Z`, ...rest });
  const calledOff = name("called off", 14, {
    cancelled_at: iso(BEFORE),
    effective_to: "2026-06-10T14:00:00.000Z",
  });
  const all = [name("next", 16), calledOff, name("running", 11), name("over", 10)];
  const order = (now: number) => {
    const { coming, earlier } = sortActivity(all, now);
    return [coming, earlier].map((group) => group.map(({ control_id }) => control_id));
  };
  expect(order(DURING)).toEqual([["running", "called off", "next"], ["over"]]);
  expect(order(at("2026-06-10T14:10:00Z"))).toEqual([
    ["called off", "next"],
    ["running", "over"],
  ]);
  expect(order(at("2026-06-10T14:15:00Z"))).toEqual([["next"], ["called off", "running", "over"]]);
});
