import type { useTranslations } from "next-intl";
import { localDate, localMinute, momentsOf, startOfDay } from "@/components/amsterdam.ts";
import { toMillis, type Formats } from "@/components/format.ts";
import { wasCalledOff } from "@/components/controls/shown-control.ts";
import type { ControlEffect } from "@/lib/contract/controls.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import type { DeviceParts } from "./device-parts.ts";
import { HARDLY, plainKwh } from "./plain-kwh.ts";
import { whyTold } from "./told-reason.ts";

/** What words are made with. */
export interface Words {
  t: ReturnType<typeof useTranslations<"home">>;
  f: Formats;
}

export type Tense = "past" | "now" | "coming" | "calledOff";

/** A control as the people it touched read it. */
export interface Told {
  tense: Tense;
  lead: string;
  details: string[];
  /** Null where there is nothing to give a reason for. */
  why: string | null;
}

/** How a control stands as seen from a moment (ms). */
export function tenseOf(control: OwnControl, now: number): Tense {
  if (wasCalledOff(control)) return "calledOff";
  if (now < toMillis(control.time_from)) return "coming";
  return now < toMillis(control.effective_to) ? "now" : "past";
}

/**
 * Tells a control in plain sentences: what was measured where it was, else what was asked and what
 * the plan was, called that; `parts` is what the devices measured during it.
 */
export function tellControl(
  control: OwnControl,
  parts: DeviceParts | null,
  now: number,
  words: Words,
): Told {
  const { t } = words;
  const tense = tenseOf(control, now);
  const window = windowOf(control, tense, words);
  const asked = t(`told.asked.${tense}`, { ...window, type: control.type });
  if (tense === "calledOff") return { tense, lead: asked, details: [], why: null };
  const why = whyTold(control, tense, t);
  if (tense !== "past") {
    const isCut = control.cancelled_at !== null;
    const details = isCut
      ? stoppedEarly(control, "now", words)
      : [planned("planned", control, words)];
    return { tense, lead: asked, details, why };
  }
  const early = stoppedEarly(control, "past", words);
  const measured = measuredLead(control, window, words);
  if (measured === null) {
    return { tense, lead: asked, details: [planned("unmeasured", control, words), ...early], why };
  }
  return { tense, lead: measured, details: [...partsTold(parts, control, words), ...early], why };
}

/** A moment by Amsterdam's clock; in the hour that comes twice, which of the two. */
export function clockTime(at: number, { t, f }: Words): string {
  const [, second] = momentsOf(localMinute(at));
  if (second === undefined) return f.time(at);
  return t(at < second ? "told.summer" : "told.winter", { time: f.time(at) });
}

function windowOf(control: OwnControl, tense: Tense, words: Words) {
  const from = toMillis(control.time_from);
  const to = toMillis(tense === "calledOff" ? control.time_to : control.effective_to);
  return { from: clockTime(from, words), to: endTime(from, to, words) };
}

/** The end of a window by Amsterdam's clock: midnight is `24:00`, another day is named. */
export function endTime(from: number, to: number, words: Words): string {
  if (to === startOfDay(from, 1)) return "24:00";
  const time = clockTime(to, words);
  return localDate(from) === localDate(to) ? time : `${words.f.shortDay(to)} ${time}`;
}

function stoppedEarly(control: OwnControl, tense: "now" | "past", words: Words): string[] {
  if (control.cancelled_at === null) return [];
  const from = toMillis(control.time_from);
  return [words.t(`told.early.${tense}`, { to: endTime(from, toMillis(control.time_to), words) })];
}

const hoursOf = (effect: ControlEffect) =>
  (toMillis(effect.time_to) - toMillis(effect.time_from)) / 3_600_000;

/** What of the plan before went to the grid and came from it, in kWh. */
function planBefore(effects: readonly ControlEffect[]) {
  const sum = (kw: (effect: ControlEffect) => number) =>
    effects.reduce((total, effect) => total + Math.max(kw(effect), 0) * hoursOf(effect), 0);
  return { toGrid: sum(({ before }) => before), fromGrid: sum(({ before }) => -before) };
}

/**
 * Where a change of net injection is noticed: sent to the grid, taken from it, or both; a change
 * that is larger than what went one way has to touch the other.
 */
function whereOf(control: OwnControl, kwh: number): "toGrid" | "fromGrid" | "onBalance" {
  const { toGrid, fromGrid } = planBefore(control.results);
  const enough = Math.abs(kwh) - HARDLY;
  if (fromGrid < HARDLY && (kwh > 0 || toGrid >= enough)) return "toGrid";
  if (toGrid < HARDLY && (kwh < 0 || fromGrid >= enough)) return "fromGrid";
  return "onBalance";
}

const changeOf = (kwh: number) => (kwh < 0 ? "less" : "more");

function measuredLead(
  control: OwnControl,
  window: { from: string; to: string },
  { t, f }: Words,
): string | null {
  const kwh = control.delivered_kwh;
  if (kwh === null) return null;
  if (Math.abs(kwh) < HARDLY) return t("told.measured.nothing", window);
  const where = whereOf(control, kwh);
  return t(`told.measured.${where}.${changeOf(kwh)}`, {
    ...window,
    kwh: plainKwh(f, Math.abs(kwh)),
  });
}

function planned(how: "planned" | "unmeasured", control: OwnControl, { t, f }: Words): string {
  const kwh = control.energy_kwh;
  if (Math.abs(kwh) < HARDLY) return t(`told.${how}.nothing`);
  const where = whereOf(control, kwh);
  return t(`told.${how}.${where}.${changeOf(kwh)}`, { kwh: plainKwh(f, Math.abs(kwh)) });
}

/**
 * What panels and battery measured in that time: amounts where it is whole quarters of an hour,
 * else only which way the battery went; what is hardly anything is left out.
 */
function partsTold(parts: DeviceParts | null, control: OwnControl, { t, f }: Words): string[] {
  if (!parts) return [];
  const { panelsKwh, batteryKwh, whole } = parts;
  const moved = batteryKwh === null || Math.abs(batteryKwh) < HARDLY ? 0 : batteryKwh;
  const went = moved < 0 ? "charged" : "discharged";
  if (!whole) return moved === 0 ? [] : [t(`told.parts.some.${went}`)];
  const byDay = (panelsKwh ?? 0) >= HARDLY || planBefore(control.results).toGrid >= HARDLY;
  const panels = panelsKwh !== null && byDay;
  const values = { panels: plainKwh(f, panelsKwh), battery: plainKwh(f, Math.abs(moved)) };
  const isStill = panels && panelsKwh < HARDLY;
  if (moved === 0) return panels ? [t(`told.parts.${isStill ? "still" : "panels"}`, values)] : [];
  const both = isStill ? "stillBoth" : "both";
  return [t(`told.parts.${panels ? both : "battery"}.${went}`, values)];
}
