import type { ApprovalReason, ControlEffect, ControlTarget } from "../../lib/contract/index.ts";
import type { WindowLimits } from "./window.ts";

/** The limits of controls; null for no limit. */
export interface ControlLimits extends WindowLimits {
  /** Largest change of a quarter-hour without approval, in kW. */
  maxKw: number | null;
  /** The same in percent of the zone's rated power. */
  maxShare: number | null;
  /** Controls of a whole zone within an hour, with or without approval. */
  zonePerHour: number | null;
  /** What needs approval: changes over a limit, or also every control of a whole zone. */
  approval: "limit" | "zone";
  /** How long a request can be approved, in minutes. */
  requestMinutes: number;
}

/** The largest change of a quarter-hour in either direction, in kW. */
export const largestChangeKw = (results: readonly Pick<ControlEffect, "delta">[]): number =>
  results.reduce((max, { delta }) => Math.max(max, Math.abs(delta)), 0);

/** The change by a control in force, until it ends or is cancelled. */
export interface ActiveChange {
  results: readonly Pick<ControlEffect, "delta" | "time_from" | "time_to">[];
  stopMs: number;
}

/**
 * The same including the change by other controls in the same minutes. The change of each control
 * excludes that of earlier ones, so the total is their sum.
 */
export function largestTogetherKw(
  results: ActiveChange["results"],
  others: readonly ActiveChange[],
): number {
  const activeParts = others.flatMap(({ results: parts, stopMs }) =>
    parts.map(({ delta, time_from, time_to }) => ({
      delta,
      fromMs: Date.parse(time_from),
      toMs: Math.min(Date.parse(time_to), stopMs),
    })),
  );
  const together = results.map(({ delta, time_from, time_to }) => {
    const [fromMs, toMs] = [Date.parse(time_from), Date.parse(time_to)];
    const shared = (part: { fromMs: number; toMs: number }) =>
      Math.max(0, Math.min(part.toMs, toMs) - Math.max(part.fromMs, fromMs)) / (toMs - fromMs);
    return { delta: activeParts.reduce((sum, part) => sum + part.delta * shared(part), delta) };
  });
  return largestChangeKw(together);
}

const tenth = (value: number) => Math.ceil(value * 10) / 10;

/** The largest change by a control: alone, and together with others issued without approval. */
interface Change {
  aloneKw: number;
  togetherKw: number;
}

/** By how much a change exceeds a limit; null if it does not. */
function over(limitKw: number, { aloneKw, togetherKw }: Change) {
  if (!(aloneKw <= limitKw)) return { kw: aloneKw, suffix: "", qualifier: "" };
  if (togetherKw <= limitKw) return null;
  const qualifier = ", with overlapping unapproved controls";
  return { kw: togetherKw, suffix: "-together", qualifier };
}

function overKw(maxKw: number | null, change: Change): ApprovalReason[] {
  const found = maxKw === null ? null : over(maxKw, change);
  if (maxKw === null || !found) return [];
  const changed = tenth(found.kw);
  const detail = `changes up to ${changed} kW${found.qualifier}; above ${maxKw} kW another operator must approve`;
  return [
    { code: `over-max-kw${found.suffix}`, detail, values: { requested: changed, limit: maxKw } },
  ];
}

function overShare(
  maxShare: number | null,
  change: Change,
  ratedKw: number | null,
): ApprovalReason[] {
  if (maxShare === null || ratedKw === null) return [];
  const found = over((maxShare / 100) * ratedKw, change);
  if (!found) return [];
  const changed = ratedKw > 0 ? tenth((found.kw / ratedKw) * 100) : 100;
  const detail = `changes ${changed} % of the zone's rated power${found.qualifier}; above ${maxShare} % another operator must approve`;
  return [
    {
      code: `over-max-share${found.suffix}`,
      detail,
      values: { requested: changed, limit: maxShare },
    },
  ];
}

/**
 * The reasons why a control needs approval; empty if it needs none. `ratedKw` is the rated power of
 * the zone's inverters and batteries; null if no share of it is a limit. `togetherKw` is the change
 * together with others issued without approval.
 */
export function approvalReasons(
  limits: Pick<ControlLimits, "maxKw" | "maxShare" | "approval">,
  target: Pick<ControlTarget, "kind">,
  changeKw: number,
  ratedKw: number | null,
  togetherKw = changeKw,
): ApprovalReason[] {
  const change = { aloneKw: changeKw, togetherKw };
  const isZoneWide = limits.approval === "zone" && target.kind === "bidding_zone";
  return [
    ...overKw(limits.maxKw, change),
    ...overShare(limits.maxShare, change, ratedKw),
    ...(isZoneWide
      ? [
          {
            code: "zone-wide",
            detail: "controls a whole bidding zone, which needs approval by another operator",
          },
        ]
      : []),
  ];
}
