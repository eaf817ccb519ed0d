import {
  MAX_ROTATION_MEMBERS,
  type ControlTarget,
  type ControlType,
  type GroupRotation,
} from "../../lib/contract/index.ts";
import { DAY_MS, getIspParts, HOUR_MS } from "../../lib/time/amsterdam.ts";
import { isExcluded } from "../engine/control.ts";
import { getLostKw } from "../engine/counterfactual.ts";
import { WindowChanges } from "../engine/location-change.ts";
import type { PlannedControl } from "../engine/simulate-plan.ts";
import { chooseByRotation, jainIndex, lossPerKwp, type RotationSite } from "../engine/rotation.ts";
import type { Site } from "../engine/site.ts";
import {
  LOWERING,
  readCustomerNames,
  readLosses,
  readOpenLosses,
  readRotationShare,
} from "../store/rotation.ts";
import { loadSites } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { ControlAtLocations } from "./exclusions.ts";
import type { LocationPlans } from "./location-plans.ts";
import { roundKwh } from "./value-amounts.ts";
import { Turns } from "./turns.ts";

/** Losses within this period before a control decide whose turn it is. */
const PERIOD_MS = 365 * DAY_MS;

const getPeakKw = ({ panels }: Site): number =>
  panels.reduce((sum, { peakKw, controllable }) => sum + (controllable ? peakKw : 0), 0);

/**
 * The locations that a control of a group does not address because it is the turn of others: only
 * those with panels that follow, and only if the group has a rotation and the control lowers
 * injection.
 */
export async function findResting(
  db: Db,
  plans: LocationPlans,
  {
    type,
    target,
    fromMs,
    toMs,
  }: { type: ControlType; target: ControlTarget; fromMs: number; toMs: number },
  nowMs: number,
): Promise<ReadonlySet<string>> {
  const none: ReadonlySet<string> = new Set();
  if (target.kind !== "group" || !LOWERING.some((one) => one === type)) return none;
  const share = await readRotationShare(db, target.id);
  if (share === null || share >= 1) return none;
  const parts = getIspParts(fromMs, toMs);
  const atLocations = new ControlAtLocations<PlannedControl>({ type, fromMs, toMs });
  const changes = new WindowChanges({ fromMs, toMs }, nowMs);
  const sites: RotationSite[] = [];
  const turns = new Turns();
  for (const [i, { stored, site }] of plans.members.entries()) {
    if (turns.isOver(i)) await turns.next();
    if (plans.isLacking(i)) await plans.wait(i);
    const peakKw = getPeakKw(site);
    const control = atLocations.at(plans.participationAt(i));
    if (peakKw === 0 || isExcluded(control)) continue;
    const plan = plans.at(i);
    const { beforeKw, afterKw } = changes.compute(plan, [...plan.earlier, control]);
    const reducibleKwh = sumEnergy(parts, (index) => beforeKw[index]! - afterKw[index]!);
    sites.push({ id: stored.locationId, peakKw, lostKwh: 0, reducibleKwh });
  }
  const losses = await readAllLosses(
    db,
    sites.map(({ id }) => id),
    nowMs,
  );
  const chosen = chooseByRotation(
    sites.map((site) => ({ ...site, lostKwh: losses.get(site.id) ?? 0 })),
    share,
  );
  if (chosen.size === 0) return none;
  return new Set(sites.map(({ id }) => id).filter((id) => !chosen.has(id)));
}

const sumEnergy = (
  parts: readonly { fromMs: number; toMs: number }[],
  getKw: (index: number) => number,
): number =>
  parts.reduce((sum, { fromMs, toMs }, index) => {
    const kwh = (getKw(index) * (toMs - fromMs)) / HOUR_MS;
    return sum + (Number.isFinite(kwh) ? kwh : 0);
  }, 0);

/**
 * What locations lost in the last 365 days in kWh, as measured, and what the controls in force and to
 * come will take by their plan.
 */
async function readAllLosses(
  db: Db,
  locationIds: readonly string[],
  nowMs: number,
): Promise<Map<string, number>> {
  const losses = await readLosses(db, locationIds, nowMs - PERIOD_MS);
  for (const one of await readOpenLosses(db, locationIds, nowMs)) {
    const stopMs = one.stopAt.getTime();
    const parts = getIspParts(one.timeFrom.getTime(), one.timeTo.getTime()).map((part) => ({
      ...part,
      toMs: Math.max(part.fromMs, Math.min(part.toMs, stopMs)),
    }));
    // Without a battery none of the change is energy to charge it; of others a plan does not say it.
    const batteryKw = one.hasBattery ? NaN : 0;
    const plannedKwh = sumEnergy(parts, (index) =>
      Number.isNaN(one.valuedKw?.[index] ?? NaN)
        ? getLostKw(one.beforeKw[index]!, one.afterKw[index]!, batteryKw)
        : 0,
    );
    losses.set(one.locationId, (losses.get(one.locationId) ?? 0) + plannedKwh);
  }
  return losses;
}

const DECILES = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/** How evenly a group's lost energy is spread over the locations with panels that follow. */
export async function readGroupRotation(
  db: Db,
  groupId: string,
  nowMs: number,
): Promise<GroupRotation> {
  const stored = await loadSites(db, { kind: "group", id: groupId });
  const sites = stored
    .map(({ locationId, customerId, site }) => ({
      id: locationId,
      customerId,
      peakKw: getPeakKw(site),
    }))
    .filter(({ peakKw }) => peakKw > 0);
  const losses = await readLosses(
    db,
    sites.map(({ id }) => id),
    nowMs - PERIOD_MS,
  );
  const members = sites
    // Less than a watt-hour is the rounding of measurements, and no loss to be shared.
    .map((site) => ({ ...site, lostKwh: roundKwh(Math.max(0, losses.get(site.id) ?? 0)) }))
    .map((site) => ({ ...site, perKwp: lossPerKwp(site) }))
    .toSorted((a, b) => b.perKwp - a.perKwp);
  const perKwp = members.map((one) => one.perKwp).toReversed();
  const index = jainIndex(perKwp);
  const lostKwh = members.reduce((sum, one) => sum + one.lostKwh, 0);
  const listed = members.slice(0, MAX_ROTATION_MEMBERS);
  const names = await readCustomerNames(
    db,
    listed.map(({ customerId }) => customerId),
  );
  return {
    share: await readRotationShare(db, groupId),
    since: new Date(nowMs - PERIOD_MS).toISOString(),
    locations: sites.length,
    lost_kwh: roundKwh(lostKwh),
    jain_index: index === null ? null : Math.round(index * 1e4) / 1e4,
    spread:
      perKwp.length === 0
        ? []
        : DECILES.map((percent) => ({
            percent,
            kwh_per_kwp: roundKwh(perKwp[Math.round((percent / 100) * (perKwp.length - 1))]!),
          })),
    members: listed.map((one) => ({
      location_id: one.id,
      customer_id: one.customerId,
      customer_name: names.get(one.customerId) ?? "",
      peak_kw: one.peakKw,
      lost_kwh: one.lostKwh,
      kwh_per_kwp: roundKwh(one.perKwp),
      share: lostKwh === 0 ? 0 : Math.round((one.lostKwh / lostKwh) * 1e4) / 1e4,
    })),
  };
}
