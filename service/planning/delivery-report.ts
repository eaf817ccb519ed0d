import { sumKwh } from "../../lib/energy/energy.ts";
import type {
  ControlDelivery,
  DeliveredEffect,
  DeviceOutcomes,
  LocationDelivery,
} from "../../lib/contract/index.ts";
import {
  QUARTER_MS,
  floorMinute,
  floorQuarter,
  getIspParts,
  type IspPart,
} from "../../lib/time/amsterdam.ts";
import { roundToWatt } from "../engine/control.ts";
import { stateAt, type ControlRow } from "../store/control-list.ts";
import {
  countDeliveries,
  readMeasuredControls,
  readTotals,
  type DeliveryRow,
  type Silent,
  type Totals,
} from "../store/deliveries.ts";
import { deliveryStates, type SilenceBounds } from "../store/delivery-query.ts";
import type { Db } from "../store/store.ts";
import { readExcludedPlan, type ExcludedPlan } from "./later-exclusions.ts";
import { SILENCE } from "./live-state.ts";

/** Committed and delivered change of a control so far, with the outcomes of its devices. */
export async function readDelivery(
  db: Db,
  row: ControlRow,
  nowMs: number,
): Promise<ControlDelivery> {
  const totals = await readTotals(db, row.id, row.results.length);
  const excluded = await readExcludedPlan(db, row);
  const { results, parts, ...sums } = sumDelivery(row, totals, nowMs, excluded);
  const planned = (index: number) => results[index]!.planned;
  return {
    control_id: row.id,
    state: stateAt(row, nowMs),
    time: new Date(nowMs).toISOString(),
    results,
    planned_kwh: energyOver(partsUntil(parts, floorMinute(nowMs)), planned),
    delivered_kwh: sums.deliveredKwh,
    delivered_share: sums.share,
    forecast_error_kwh: sums.forecastErrorKwh,
    uncertainty_kwh: sums.uncertaintyKwh,
    devices: sumOutcomes(
      await countDeliveries(db, row.id, silenceBounds(row, nowMs)),
      row.unsupportedDevices,
    ),
  };
}

type DeliveryInput = Pick<ControlRow, "timeFrom" | "timeTo" | "stopAt" | "results" | "locations">;

/** The intervals of a control's delivery, and their sums over finished ones, in kWh. */
function sumDelivery(
  row: DeliveryInput,
  totals: Totals,
  nowMs: number,
  excluded?: Pick<ExcludedPlan, "kw" | "locations">,
) {
  const parts = getRunParts(row);
  const results = parts.map((part) => deliveredEffect(row, totals, part, excluded));
  const over = parts.filter((part) => isOver(part, nowMs));
  const plannedOver = energyOver(over, (index) => results[index]!.planned);
  const isMeasured = over.some(({ index }) => results[index]!.delivered !== undefined);
  const sumMeasured = (name: "delivered" | "forecast_error" | "uncertainty") =>
    isMeasured ? energyOver(over, (index) => results[index]![name] ?? 0) : null;
  const deliveredKwh = sumMeasured("delivered");
  return {
    parts,
    results,
    plannedOverKwh: plannedOver,
    deliveredKwh,
    share:
      deliveredKwh === null || plannedOver === 0 ? null : roundToWatt(deliveredKwh / plannedOver),
    forecastErrorKwh: sumMeasured("forecast_error"),
    uncertaintyKwh: sumMeasured("uncertainty"),
  };
}

/** What controls delivered over finished intervals, by id; those without a measurement are absent. */
export async function readDeliverySums(db: Db, controlIds: readonly string[], nowMs: number) {
  const rows = await readMeasuredControls(db, controlIds);
  return new Map(
    rows.map(({ control, totals }) => [control.id, sumDelivery(control, totals, nowMs)]),
  );
}

/** Until when a missing acknowledgement counts as unknown and as failed. */
export function silenceBounds({ stopAt }: ControlRow, nowMs: number): SilenceBounds {
  const { answerWithinMs, givenUpAfterMs } = SILENCE;
  const patienceMs = stopAt.getTime() <= nowMs ? answerWithinMs : givenUpAfterMs;
  return { unknownBy: new Date(nowMs - answerWithinMs), failedBy: new Date(nowMs - patienceMs) };
}

function silentSince(dispatchedAt: Date | null, { unknownBy, failedBy }: SilenceBounds): Silent {
  if (!dispatchedAt || dispatchedAt > unknownBy) return "pending";
  return dispatchedAt > failedBy ? "unknown" : "failed";
}

/** A part of a control's window with its index (from 0). */
interface RunPart extends IspPart {
  index: number;
}

/** The parts of a control's window in which it ran, until it stopped. */
export function getRunParts(row: Pick<ControlRow, "timeFrom" | "timeTo" | "stopAt">): RunPart[] {
  const stopMs = row.stopAt.getTime();
  return getIspParts(row.timeFrom.getTime(), row.timeTo.getTime())
    .map((part, index) => ({ ...part, toMs: Math.min(part.toMs, stopMs), index }))
    .filter(({ fromMs }) => fromMs < stopMs);
}

/**
 * Energy over some parts of a control in kWh, from the power in kW that `read` returns for each.
 */
export const energyOver = (parts: readonly RunPart[], read: (index: number) => number): number =>
  roundToWatt(
    sumKwh(
      parts.map(({ fromMs: from, toMs: to, index }) => ({ from, to, index })),
      ({ index }) => read(index),
    ),
  );

/** The parts that lie before a moment. */
const partsUntil = (parts: readonly RunPart[], untilMs: number): RunPart[] =>
  parts
    .map((part) => ({ ...part, toMs: Math.min(part.toMs, untilMs) }))
    .filter(({ fromMs, toMs }) => toMs > fromMs);

/** Whether the quarter-hour of a part has ended, so that its measurements are complete. */
const isOver = ({ toMs }: { toMs: number }, nowMs: number): boolean =>
  floorQuarter(toMs - 1) + QUARTER_MS <= nowMs;

function deliveredEffect(
  row: DeliveryInput,
  totals: Totals,
  part: RunPart,
  excluded?: Pick<ExcludedPlan, "kw" | "locations">,
): DeliveredEffect {
  const { fromMs, toMs, isp, index } = part;
  const { delta } = row.results[index]!;
  const reporting = Math.round(totals.reporting[index]!);
  return {
    time_from: new Date(fromMs).toISOString(),
    time_to: new Date(toMs).toISOString(),
    isp,
    planned: roundToWatt(delta - totals.takenDelta[index]! - (excluded?.kw[index] ?? 0)),
    locations: row.locations - Math.round(totals.taken[index]!) - (excluded?.locations[index] ?? 0),
    reporting,
    ...(reporting > 0 && measuredEffect(totals, index)),
  };
}

/** Standard deviations on either side that contain 90 % of a normal distribution. */
export const WITHIN_90 = 1.645;

/** The measurements of an interval; without the counterfactual if there was none at the time. */
function measuredEffect(totals: Totals, index: number) {
  const before = roundToWatt(totals.before[index]!);
  const measured = roundToWatt(totals.measured[index]!);
  const counterfactualKw = totals.counterfactual[index]!;
  if (Number.isNaN(counterfactualKw)) return { before, measured };
  const counterfactual = roundToWatt(counterfactualKw);
  const own = Math.max(0, totals.ownErrorSquares[index]!);
  const deviation = Math.sqrt(own + totals.sharedError[index]! ** 2);
  return {
    before,
    counterfactual,
    measured,
    delivered: roundToWatt(measured - counterfactual),
    forecast_error: roundToWatt(counterfactual - before),
    uncertainty: roundToWatt(WITHIN_90 * deviation),
  };
}

type Counted = Awaited<ReturnType<typeof countDeliveries>>[number];

function sumOutcomes(counted: readonly Counted[], neverSupported: number): DeviceOutcomes {
  const outcomes: DeviceOutcomes = {
    addressed: 0,
    pending: 0,
    executed: 0,
    failed: 0,
    unsupported: neverSupported,
    unknown: 0,
    not_dispatched: 0,
  };
  for (const { state, silent, devices, executed, failed, unsupported } of counted) {
    outcomes.addressed += devices;
    const reported = deliveryStates[state];
    if (reported !== "acknowledged") {
      outcomes[reported] += devices;
      continue;
    }
    outcomes.executed += executed;
    outcomes.failed += failed;
    outcomes.unsupported += unsupported;
    outcomes[silent] += Math.max(0, devices - executed - failed - unsupported);
  }
  return outcomes;
}

/**
 * Delivery and outcomes of a control at one location; `excludedShares` is what does not take place of
 * its plan in each part.
 */
export function toLocationDelivery(
  control: ControlRow,
  row: DeliveryRow,
  nowMs: number,
  excludedShares: readonly number[] = [],
): LocationDelivery {
  const { delivery } = row;
  const { beforeKw, afterKw } = delivery;
  const silent = silentSince(delivery.sentAt, silenceBounds(control, nowMs));
  const parts = getRunParts(control).filter((part) => isOver(part, nowMs));
  const own = (index: number) => delivery.measuredKw?.[index] !== Infinity;
  const isMeasured = ({ index }: { index: number }) =>
    Number.isFinite(delivery.measuredKw?.[index]) &&
    Number.isFinite(delivery.counterfactualKw?.[index]);
  const delivered = (index: number) =>
    isMeasured({ index }) ? delivery.measuredKw![index]! - delivery.counterfactualKw![index]! : 0;
  const uncertainty = (index: number) => {
    const [ownKw, sharedKw] = [delivery.ownErrorKw?.[index], delivery.sharedErrorKw?.[index]];
    return isMeasured({ index }) ? WITHIN_90 * Math.hypot(ownKw ?? 0, sharedKw ?? 0) : 0;
  };
  return {
    location_id: delivery.locationId,
    customer_name: row.customerName,
    address: row.address,
    state: deliveryStates[delivery.state],
    dispatched_at: delivery.sentAt?.toISOString() ?? null,
    acknowledged_at: delivery.acknowledgedAt?.toISOString() ?? null,
    devices: sumOutcomes([{ ...delivery, silent }], 0),
    planned_kwh: energyOver(partsUntil(getRunParts(control), floorMinute(nowMs)), (index) =>
      own(index) ? (afterKw[index]! - beforeKw[index]!) * (1 - (excludedShares[index] ?? 0)) : 0,
    ),
    delivered_kwh: parts.some(isMeasured) ? energyOver(parts, delivered) : null,
    uncertainty_kwh: parts.some(isMeasured) ? energyOver(parts, uncertainty) : null,
  };
}
