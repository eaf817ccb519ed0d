import type { ApprovalReason, ControlEffect, ControlTarget } from "../../lib/contract/index.ts";
import type { WindowLimits } from "./window.ts";

/** What may be switched; null where there is no limit. */
export interface ControlLimits extends WindowLimits {
  /** Largest change of a quarter-hour without a second person, in kW. */
  maxKw: number | null;
  /** The same in percent of the zone's rated power. */
  maxShare: number | null;
  /** Controls of a whole zone within an hour, with or without a second person. */
  zonePerHour: number | null;
  /** What takes a second person: what is over a limit, or also every control of a whole zone. */
  approval: "limit" | "zone";
  /** How long a request can be approved, in minutes. */
  requestMinutes: number;
}

/** The largest change of a quarter-hour, either way, in kW. */
export const largestChangeKw = (results: readonly Pick<ControlEffect, "delta">[]): number =>
  results.reduce((most, { delta }) => Math.max(most, Math.abs(delta)), 0);

const tenth = (value: number) => Math.ceil(value * 10) / 10;

function overKw(maxKw: number | null, changeKw: number): ApprovalReason[] {
  if (maxKw === null || changeKw <= maxKw) return [];
  const asked = tenth(changeKw);
  const detail = `changes ${asked} kW at most; ${maxKw} kW is the most without a second person`;
  return [{ code: "over-max-kw", detail, values: { asked, limit: maxKw } }];
}

function overShare(
  maxShare: number | null,
  changeKw: number,
  ratedKw: number | null,
): ApprovalReason[] {
  if (maxShare === null || ratedKw === null || changeKw <= (maxShare / 100) * ratedKw) return [];
  const asked = ratedKw > 0 ? tenth((changeKw / ratedKw) * 100) : 100;
  const detail = `changes ${asked} % of the zone's rated power; ${maxShare} % is the most without a second person`;
  return [{ code: "over-max-share", detail, values: { asked, limit: maxShare } }];
}

/**
 * Why a control takes a second person; empty when it takes none. `ratedKw` is the rated power of the
 * zone's inverters and batteries; null where no share of it is a limit.
 */
export function approvalReasons(
  limits: Pick<ControlLimits, "maxKw" | "maxShare" | "approval">,
  target: Pick<ControlTarget, "kind">,
  changeKw: number,
  ratedKw: number | null,
): ApprovalReason[] {
  const isZoneWide = limits.approval === "zone" && target.kind === "bidding_zone";
  return [
    ...overKw(limits.maxKw, changeKw),
    ...overShare(limits.maxShare, changeKw, ratedKw),
    ...(isZoneWide
      ? [{ code: "zone-wide", detail: "controls a whole bidding zone, which takes two people" }]
      : []),
  ];
}
