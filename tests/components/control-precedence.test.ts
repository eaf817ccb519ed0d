import { describe, expect, test } from "vitest";
import { createFormats } from "@/lib/i18n/format.ts";
import { agendaAt, hasControlToday } from "../../components/customer-home/current-control.tsx";
import { inForce } from "@/lib/controls/precedence.ts";
import {
  describeOverridden,
  describeReplacing,
} from "@/components/customer-home/control-precedence.ts";
import { describeControl } from "@/components/customer-home/control-narrative.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { createTranslatorFor } from "./in-language.tsx";

/** Half past nine in Amsterdam. */
const START = Date.parse("2026-06-10T07:30:00Z");
const minute = (count: number) => START + count * 60_000;
const iso = (count: number) => new Date(minute(count)).toISOString();

const control = (from: number, to: number, created: number, rest: Partial<LocatedControl> = {}) =>
  ({
    control_id: `ctrl_${created}`,
    created_at: iso(created),
    type: "ZERO_EXPORT",
    reason: null,
    time_from: iso(from),
    time_to: iso(to),
    effective_to: iso(to),
    cancelled_at: null,
    superseded: false,
    results: [],
    energy_kwh: -2,
    delivered_kwh: null,
    measured_whole: false,
    ...rest,
  }) satisfies LocatedControl;

const older = control(0, 15, -5);
const newer = control(4, 8, 3);
const wordsOf = (locale: Locale) =>
  ({ t: createTranslatorFor(locale, "customerHome"), f: createFormats(locale) }) as never;
const alone = { parts: null, allControls: [] };
function details(locale: Locale, one: LocatedControl, allControls: LocatedControl[], now: number) {
  const told = describeControl(
    one,
    { parts: null, allControls: allControls },
    minute(now),
    wordsOf(locale),
  );
  return [...told.precedence, ...told.details].map((text) => text.replaceAll("\u00a0", " "));
}
const told = (locale: Locale, one: LocatedControl, all: LocatedControl[], now: number) =>
  describeOverridden(one, all, minute(now), wordsOf(locale));

describe("of two overlapping controls", () => {
  test("the newest is active, and the other resumes when it ends", () => {
    expect(inForce([older, newer])).toBe(newer);
    expect(agendaAt([older, newer], minute(5)).current?.control).toBe(newer);
    expect(agendaAt([older, newer], minute(8)).current?.control).toBe(older);
    expect(told("en", older, [older, newer], 5)).toEqual([
      "Until 09:38 a newer request has priority.",
    ]);
  });

  test("the older one names the minutes in which the newer had priority", () => {
    expect(told("en", older, [older, newer], 60)).toEqual([
      "From 09:34 to 09:38 a newer request had priority.",
    ]);
    expect(told("nl", older, [older, newer], 60)).toEqual([
      "Van 09:34 tot 09:38 had een nieuwer verzoek voorrang.",
    ]);
    expect(told("nl", older, [older, newer], 1)).toEqual([
      "Van 09:34 tot 09:38 heeft een nieuwer verzoek voorrang.",
    ]);
    expect(told("en", newer, [older, newer], 60)).toEqual([]);
  });

  test("an older one that was fully overridden is described as replaced", () => {
    const all = [newer, control(0, 60, 4)];
    expect(told("en", newer, all, 90)).toEqual(["A newer request replaced this one."]);
    expect(told("nl", newer, all, 90)).toEqual(["Een nieuwer verzoek verving dit verzoek."]);
  });

  test("a newer one has priority only while it was active", () => {
    const cut = control(4, 12, 3, { effective_to: iso(6), cancelled_at: iso(5) });
    const calledOff = control(10, 12, 3, { effective_to: iso(10), cancelled_at: iso(9) });
    expect(told("en", older, [older, cut, calledOff], 60)).toEqual([
      "From 09:34 to 09:36 a newer request had priority.",
    ]);
  });

  test("consecutive newer controls are joined into one sentence, and separate ones get one each", () => {
    const all = [older, newer, control(8, 10, 7), control(12, 30, 11)];
    expect(told("en", older, all, 60)).toEqual([
      "From 09:34 to 09:40 a newer request had priority.",
      "From 09:42 to 09:45 a newer request had priority.",
    ]);
  });
});

describe("a control that overrode an earlier one", () => {
  const replaced = (locale: Locale, one: LocatedControl, all: LocatedControl[], now: number) =>
    describeReplacing(one, all, minute(now), wordsOf(locale));

  test("names the minutes, in the tense of the current time", () => {
    const late = control(10, 40, 3);
    const all = [older, late];
    expect(replaced("en", late, all, 90)).toEqual([
      "From 09:40 to 09:45 this had priority over an earlier request.",
    ]);
    expect(replaced("nl", late, all, 90)).toEqual([
      "Van 09:40 tot 09:45 had dit voorrang op een eerder verzoek.",
    ]);
    expect(replaced("nl", late, all, 12)).toEqual([
      "Tot 09:45 heeft dit voorrang op een eerder verzoek.",
    ]);
    expect(replaced("en", late, all, 5)).toEqual([
      "From 09:40 to 09:45 this has priority over an earlier request.",
    ]);
    expect(replaced("en", older, all, 90)).toEqual([]);
  });

  test("is described as replacing it if it had priority for its whole window", () => {
    expect(replaced("en", newer, [older, newer], 60)).toEqual([
      "This replaced an earlier request.",
    ]);
    expect(replaced("nl", newer, [older, newer], 0)).toEqual(["Dit vervangt een eerder verzoek."]);
  });

  test("does not claim minutes in which a newer control had priority over it", () => {
    const newest = control(5, 6, 4);
    const all = [older, newer, newest];
    expect(replaced("en", newer, all, 60)).toEqual([
      "From 09:34 to 09:35 this had priority over an earlier request.",
      "From 09:36 to 09:38 this had priority over an earlier request.",
    ]);
  });

  test("and changes nothing is compared with the earlier one in the plan, and with none once measured", () => {
    const same = { ...newer, energy_kwh: 0 };
    expect(details("en", same, [older, same], 0)).toEqual([
      "This replaces an earlier request.",
      "Hardly any change is expected compared with the earlier request.",
    ]);
    expect(details("nl", same, [older, same], 0).at(-1)).toBe(
      "Naar verwachting verandert er vrijwel niets ten opzichte van het eerdere verzoek.",
    );
    expect(details("en", same, [same], 0)).toEqual(["Hardly anything is expected to change."]);
    const measured = { ...same, delivered_kwh: 0, measured_whole: true };
    const { lead } = describeControl(
      measured,
      { parts: null, allControls: [older, measured] },
      minute(60),
      wordsOf("en"),
    );
    expect(lead).toMatch(/hardly anything changed\./);
  });
});

describe("missing measurements", () => {
  test("are not mentioned for a fully overridden control, and neither is its plan", () => {
    const all = [newer, control(0, 60, 4)];
    expect(details("en", newer, all, 90)).toEqual(["A newer request replaced this one."]);
    expect(details("nl", newer, all, 2)).toEqual(["Een nieuwer verzoek vervangt dit verzoek."]);
  });

  test("are mentioned for a partly overridden control", () => {
    expect(details("en", older, [older, newer], 90)).toEqual([
      "From 09:34 to 09:38 a newer request had priority.",
      "The actual change was not measured.",
      expect.stringMatching(/^The plan was /),
    ]);
  });
});

test("a cancelled control that is still active runs until its new end, without its plan", () => {
  const cut = control(0, 30, -5, { effective_to: iso(19), cancelled_at: iso(18.5) });
  const { tense, lead, details } = describeControl(cut, alone, minute(18.6), wordsOf("en"));
  expect(tense).toBe("now");
  expect(lead).toMatch(/^Until 09:49 your installation is asked/);
  expect(details).toEqual(["It ends early; the plan was until 10:00."]);
  const dutch = describeControl(cut, alone, minute(18.6), wordsOf("nl"));
  expect(dutch.details).toEqual(["Het stopt eerder; gepland was tot 10:00."]);
  expect(agendaAt([cut], minute(18.6)).current?.control).toBe(cut);
  expect(agendaAt([cut], minute(19))).toEqual({});
});

test("a request is announced for the rest of the day while a control is scheduled or active", () => {
  const calledOff = control(0, 15, -5, { effective_to: iso(0), cancelled_at: iso(-1) });
  expect(hasControlToday([older], minute(-60))).toBe(true);
  expect(hasControlToday([older], minute(14))).toBe(true);
  expect(hasControlToday([older], minute(15))).toBe(false);
  expect(hasControlToday([calledOff], minute(-60))).toBe(false);
  expect(hasControlToday([older], minute(-60 * 12))).toBe(false);
});
