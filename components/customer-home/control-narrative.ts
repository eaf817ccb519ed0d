import { toMillis } from "@/lib/time/instant.ts";
import { wasCancelledBeforeStart } from "@/lib/controls/control-state.ts";
import { getReasonKey } from "@/lib/controls/reason-text.ts";
import {
  getChange,
  describeChange,
  toDelivered,
  getMovedKwh,
  planBefore,
  toPlanned,
} from "./control-change.ts";
import type { DeviceParts } from "@/lib/energy/device-energy.ts";
import {
  getEffectiveIntervals,
  isOverriddenWholly,
  getReplacedIntervals,
  type Interval,
} from "@/lib/controls/precedence.ts";
import { describeOverridden, describeReplacing } from "./control-precedence.ts";
import { NEGLIGIBLE_KWH, formatEnergy } from "../ui/format-energy.ts";
import { clockTime, endTime, type Translator } from "../ui/clock-time.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";

type Tense = "past" | "now" | "coming" | "calledOff";

/** A control as the people it touched read it. */
interface Narrative {
  tense: Tense;
  lead: string;
  details: string[];
  /** How overlapping requests went before each other. */
  precedence: string[];
  /** Null where there is nothing to give a reason for. */
  why: string | null;
}

/** The phase of a control at a moment (ms). */
function getPhase(control: LocatedControl, now: number): Tense {
  if (wasCancelledBeforeStart(control)) return "calledOff";
  if (now < toMillis(control.time_from)) return "coming";
  return now < toMillis(control.effective_to) ? "now" : "past";
}

/** The context of a description: measurements during the control, and the other controls. */
export interface NarrativeContext {
  parts: DeviceParts | null;
  /** The controls of which newer ones go before this one, and this one before older ones. */
  allControls: readonly LocatedControl[];
  /** When it is in force as one with others of its kind; by default when no newer one is. */
  during?: Interval;
}

/** The tense of a control at a moment (ms), and the part of its time that this tense is about. */
function getControlPhase(
  control: LocatedControl,
  allControls: readonly LocatedControl[],
  now: number,
) {
  const effective = getEffectiveIntervals(control, allControls);
  const [first, last] = [effective[0], effective.at(-1)];
  const whole = { from: toMillis(control.time_from), to: toMillis(control.effective_to) };
  if (!first || !last) return { tense: getPhase(control, now), during: whole };
  const current = effective.find(({ from, to }) => from <= now && now < to);
  if (current) return { tense: "now" as const, during: current };
  const next = effective.find(({ from }) => now < from);
  if (next) return { tense: "coming" as const, during: { from: next.from, to: last.to } };
  return { tense: "past" as const, during: { from: first.from, to: last.to } };
}

/** Whether the time of a control in which no newer one has priority over it is over. */
export const isPast = (
  control: LocatedControl,
  allControls: readonly LocatedControl[],
  now: number,
): boolean => getControlPhase(control, allControls, now).tense === "past";

/** Whether a control changed nothing: replaced from start to end, called off, or hardly noticeable. */
export function hasNoEffect(
  control: LocatedControl,
  allControls: readonly LocatedControl[],
): boolean {
  if (wasCancelledBeforeStart(control) || isOverriddenWholly(control, allControls)) return true;
  const isPlanEmpty = control.results.length > 0 && getMovedKwh(control) < NEGLIGIBLE_KWH;
  if (isPlanEmpty && !tookOver(control, allControls)) return true;
  if (control.delivered_kwh === null || !control.measured_whole) return isPlanEmpty;
  return getChange(toDelivered(control)) === null;
}

/**
 * Describes a control in plain sentences, as of `now` (ms): the measured change, or else the plan, named
 * as such; the request; and which other control had precedence, and when.
 */
export function describeControl(
  control: LocatedControl,
  { parts, allControls, during }: NarrativeContext,
  now: number,
  translator: Translator,
): Narrative {
  const { t } = translator;
  const calledOff = wasCancelledBeforeStart(control);
  const phase = getControlPhase(control, allControls, now);
  const tense = calledOff ? "calledOff" : phase.tense;
  const window = getWindow(calledOff ? plannedTime(control) : (during ?? phase.during), translator);
  const sentence = t(`narrative.request.${tense}`, { ...window, type: control.type });
  if (tense === "calledOff")
    return { tense, lead: sentence, details: [], precedence: [], why: null };
  const why = t(getReasonKey(control, tense));
  const precedence = [
    ...describeOverridden(control, allControls, now, translator),
    ...describeReplacing(control, allControls, now, translator),
  ];
  const plan = isOverriddenWholly(control, allControls)
    ? []
    : planned(control, tense, allControls, translator);
  if (tense !== "past") {
    const rest = control.cancelled_at === null ? plan : stoppedEarly(control, "now", translator);
    return { tense, lead: sentence, details: rest, precedence, why };
  }
  const early = stoppedEarly(control, "past", translator);
  if (control.delivered_kwh === null || !control.measured_whole)
    return { tense, lead: sentence, details: [...plan, ...early], precedence, why };
  const { cause, lead } = measuredLead(control, window, allControls, translator);
  const requestType = t("narrative.requestType", { type: control.type });
  const causes = cause ? [t(`narrative.cause.${cause}`)] : [];
  const did = describeParts(parts, control, translator);
  return { tense, lead, details: [...causes, requestType, ...did, ...early], precedence, why };
}

const plannedTime = ({ time_from, time_to }: LocatedControl): Interval => ({
  from: toMillis(time_from),
  to: toMillis(time_to),
});

const getWindow = ({ from, to }: Interval, translator: Translator) => ({
  from: clockTime(from, translator),
  to: endTime(from, to, translator),
});

function stoppedEarly(
  control: LocatedControl,
  tense: "now" | "past",
  translator: Translator,
): string[] {
  if (control.cancelled_at === null) return [];
  const from = toMillis(control.time_from);
  return [
    translator.t(`narrative.early.${tense}`, {
      to: endTime(from, toMillis(control.time_to), translator),
    }),
  ];
}

/** A negligible change: an earlier control limited the site meanwhile. */
const unchanged = (control: LocatedControl, allControls: readonly LocatedControl[]) =>
  tookOver(control, allControls) ? "sameAsEarlier" : "nothing";

/** Whether a control took over older ones: its plan is compared with theirs, what was measured with none. */
const tookOver = (control: LocatedControl, allControls: readonly LocatedControl[]): boolean =>
  getReplacedIntervals(control, allControls).length > 0;

/**
 * What else made the difference, where the measured one (kWh) is not what the plan has the control
 * do: what was forecast without it was never exact. Undefined where it may be the control's doing.
 */
function otherCause(
  control: LocatedControl,
  kwh: number,
  allControls: readonly LocatedControl[],
): "alone" | "more" | undefined {
  if (tookOver(control, allControls)) return undefined;
  if (getMovedKwh(control) < NEGLIGIBLE_KWH) return "alone";
  const isOpposite = Math.abs(control.energy_kwh) >= NEGLIGIBLE_KWH && kwh * control.energy_kwh < 0;
  return isOpposite ? "more" : undefined;
}

function measuredLead(
  control: LocatedControl,
  window: ReturnType<typeof getWindow>,
  allControls: readonly LocatedControl[],
  { t, f }: Translator,
) {
  const change = toDelivered(control);
  const changed = describeChange(control, change, f);
  if (!changed) return { lead: t("narrative.measured.nothing", window) };
  const cause = otherCause(control, change.netKwh, allControls);
  const than = cause ? "expected" : "without";
  const lead = t(`narrative.measured.${changed.key}.${than}`, {
    ...window,
    ...changed.amounts,
    count: 1,
  } as never);
  return { lead, cause };
}

/** What is known in place of an amount: that there is none, or only of a part as yet. */
const describeUnknown = ({ delivered_kwh }: LocatedControl) =>
  delivered_kwh === null ? "unmeasured" : "partly";

function planned(
  control: LocatedControl,
  tense: Tense,
  allControls: readonly LocatedControl[],
  { t, f }: Translator,
): string[] {
  const how = tense === "past" ? "plan" : "planned";
  const unmeasuredNote = tense === "past" ? [t(`narrative.${describeUnknown(control)}`)] : [];
  const changes = describeChange(control, toPlanned(control), f);
  if (!changes)
    return [...unmeasuredNote, t(`narrative.${how}.${unchanged(control, allControls)}`)];
  const amounts = { ...changes.amounts, count: 1 };
  return [...unmeasuredNote, t(`narrative.${how}.${changes.key}`, amounts as never)];
}

/**
 * What panels and battery measured in that time: amounts where it is whole quarters of an hour;
 * else what the panels produced at least, and which way the battery went, which may have turned in
 * the odd minutes. What is hardly anything is left out.
 */
function describeParts(
  parts: DeviceParts | null,
  control: LocatedControl,
  { t, f }: Translator,
): string[] {
  if (!parts) return [];
  const { panelsKwh, batteryKwh, whole } = parts;
  const moved = batteryKwh === null || Math.abs(batteryKwh) < NEGLIGIBLE_KWH ? 0 : batteryKwh;
  const went = moved < 0 ? "charged" : "discharged";
  if (!whole) {
    const lowerBound = { panels: formatEnergy(f, panelsKwh) };
    const produced =
      (panelsKwh ?? 0) < NEGLIGIBLE_KWH ? [] : [t("narrative.parts.panelsAtLeast", lowerBound)];
    return moved === 0 ? produced : [...produced, t(`narrative.parts.some.${went}`)];
  }
  const byDay =
    (panelsKwh ?? 0) >= NEGLIGIBLE_KWH || planBefore(control.results).toGrid >= NEGLIGIBLE_KWH;
  const panels = panelsKwh !== null && byDay;
  const values = { panels: formatEnergy(f, panelsKwh), battery: formatEnergy(f, Math.abs(moved)) };
  const isStill = panels && panelsKwh < NEGLIGIBLE_KWH;
  const still = control.type === "MAX_PRODUCTION" ? "still" : "off";
  if (moved === 0)
    return panels ? [t(`narrative.parts.${isStill ? still : "panels"}`, values)] : [];
  const both = isStill ? (`${still}Both` as const) : "both";
  return [t(`narrative.parts.${panels ? both : "battery"}.${went}`, values)];
}
