import { toMillis } from "@/lib/time/instant.ts";
import { wasCalledOff } from "@/lib/controls/control-state.ts";
import type { ControlEffect } from "@/lib/contract/controls.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import type { DeviceParts } from "@/lib/energy/device-energy.ts";
import {
  isOverruledWholly,
  replacedDuring,
  tellOverruled,
  tellReplaced,
} from "./control-precedence.ts";
import { HARDLY, plainKwh } from "../ui/format-energy.ts";
import { whyTold } from "./control-narrative-reason.ts";
import { clockTime, endTime, type Words } from "../ui/clock-time.ts";

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

/** What a control is told beside: what devices measured during it, and the other controls. */
export interface Beside {
  parts: DeviceParts | null;
  /** The controls of which newer ones go before this one, and this one before older ones. */
  among: readonly OwnControl[];
}

/**
 * Tells a control in plain sentences, as seen from `now` (ms): what was measured where it was, and
 * what was asked; else what the plan was, called that; and when another went before it, or it
 * before another.
 */
export function tellControl(
  control: OwnControl,
  { parts, among }: Beside,
  now: number,
  words: Words,
): Told {
  const { t } = words;
  const tense = tenseOf(control, now);
  const window = windowOf(control, tense, words);
  const asked = t(`told.asked.${tense}`, { ...window, type: control.type });
  if (tense === "calledOff") return { tense, lead: asked, details: [], why: null };
  const why = whyTold(control, tense, t);
  const others = [
    ...tellOverruled(control, among, now, words),
    ...tellReplaced(control, among, now, words),
  ];
  const plan = isOverruledWholly(control, among) ? [] : planned(control, tense, among, words);
  if (tense !== "past") {
    const rest = control.cancelled_at === null ? plan : stoppedEarly(control, "now", words);
    return { tense, lead: asked, details: [...others, ...rest], why };
  }
  const early = stoppedEarly(control, "past", words);
  if (control.delivered_kwh === null || !control.measured_whole)
    return { tense, lead: asked, details: [...others, ...plan, ...early], why };
  const measured = measuredOf(control, control.delivered_kwh, among);
  const amount = { kwh: plainKwh(words.f, Math.abs(control.delivered_kwh)) };
  const lead = t(`told.measured.${measured.lead}`, { ...window, ...amount });
  const askedFor = t("told.askedFor", { type: control.type });
  const cause = measured.cause ? [t(`told.cause.${measured.cause}`)] : [];
  const did = partsTold(parts, control, words);
  return { tense, lead, details: [...cause, askedFor, ...others, ...did, ...early], why };
}

function windowOf(control: OwnControl, tense: Tense, words: Words) {
  const from = toMillis(control.time_from);
  const to = toMillis(tense === "calledOff" ? control.time_to : control.effective_to);
  return { from: clockTime(from, words), to: endTime(from, to, words) };
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

/** Next to no change: beside an earlier control the site was held by that one meanwhile. */
const unchanged = (control: OwnControl, among: readonly OwnControl[]) =>
  replacedDuring(control, among).length > 0 ? "sameAsEarlier" : "nothing";

/**
 * What else made the difference, where the measured one (kWh) is not what the plan has the control
 * do: what was forecast without it was never exact. Undefined where it may be the control's doing.
 */
function otherCause(control: OwnControl, kwh: number): "alone" | "more" | undefined {
  const moved = control.results.reduce((sum, one) => sum + Math.abs(one.delta) * hoursOf(one), 0);
  if (moved < HARDLY) return "alone";
  const isOpposite = Math.abs(control.energy_kwh) >= HARDLY && kwh * control.energy_kwh < 0;
  return isOpposite ? "more" : undefined;
}

function measuredOf(control: OwnControl, kwh: number, among: readonly OwnControl[]) {
  if (Math.abs(kwh) < HARDLY) return { lead: unchanged(control, among) } as const;
  const cause = otherCause(control, kwh);
  const than = cause ? "expected" : "without";
  return { lead: `${whereOf(control, kwh)}.${changeOf(kwh)}.${than}`, cause } as const;
}

/** What is known in place of an amount: that there is none, or only of a part as yet. */
const unknownOf = ({ delivered_kwh }: OwnControl) =>
  delivered_kwh === null ? "unmeasured" : "partly";

function planned(
  control: OwnControl,
  tense: Tense,
  among: readonly OwnControl[],
  { t, f }: Words,
): string[] {
  const kwh = control.energy_kwh;
  const how = tense === "past" ? "plan" : "planned";
  const known = tense === "past" ? [t(`told.${unknownOf(control)}`)] : [];
  if (Math.abs(kwh) < HARDLY) return [...known, t(`told.${how}.${unchanged(control, among)}`)];
  const where = `${whereOf(control, kwh)}.${changeOf(kwh)}` as const;
  return [...known, t(`told.${how}.${where}`, { kwh: plainKwh(f, Math.abs(kwh)) })];
}

/**
 * What panels and battery measured in that time: amounts where it is whole quarters of an hour;
 * else what the panels produced at least, and which way the battery went, which may have turned in
 * the odd minutes. What is hardly anything is left out.
 */
function partsTold(parts: DeviceParts | null, control: OwnControl, { t, f }: Words): string[] {
  if (!parts) return [];
  const { panelsKwh, batteryKwh, whole } = parts;
  const moved = batteryKwh === null || Math.abs(batteryKwh) < HARDLY ? 0 : batteryKwh;
  const went = moved < 0 ? "charged" : "discharged";
  if (!whole) {
    const least = { panels: plainKwh(f, panelsKwh) };
    const produced = (panelsKwh ?? 0) < HARDLY ? [] : [t("told.parts.panelsAtLeast", least)];
    return moved === 0 ? produced : [...produced, t(`told.parts.some.${went}`)];
  }
  const byDay = (panelsKwh ?? 0) >= HARDLY || planBefore(control.results).toGrid >= HARDLY;
  const panels = panelsKwh !== null && byDay;
  const values = { panels: plainKwh(f, panelsKwh), battery: plainKwh(f, Math.abs(moved)) };
  const isStill = panels && panelsKwh < HARDLY;
  const still = control.type === "MAX_PRODUCTION" ? "still" : "asked";
  if (moved === 0) return panels ? [t(`told.parts.${isStill ? still : "panels"}`, values)] : [];
  const both = isStill ? (`${still}Both` as const) : "both";
  return [t(`told.parts.${panels ? both : "battery"}.${went}`, values)];
}
