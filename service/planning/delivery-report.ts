import type {
  ControlDelivery,
  DeliveredEffect,
  DeviceOutcomes,
  LocationDelivery,
} from "../../lib/contract/index.ts";
import { floorQuarter, ispsTouched, MINUTE_MS, QUARTER_MS } from "../engine/calendar.ts";
import { toWatt } from "../engine/control.ts";
import { stateAt } from "../store/control-list.ts";
import {
  countDeliveries,
  deliveryStates,
  readTotals,
  type DeliveryRow,
  type readControlRow,
  type Silent,
  type SilenceBounds,
  type Totals,
} from "../store/deliveries.ts";
import type { Db } from "../store/store.ts";
import { SILENCE } from "./standing.ts";

const HOUR_MS = 60 * MINUTE_MS;

type ControlRow = NonNullable<Awaited<ReturnType<typeof readControlRow>>>;

/** What a control promised beside what was measured, as it stands now. */
export async function readDelivery(
  db: Db,
  row: ControlRow,
  nowMs: number,
): Promise<ControlDelivery> {
  const totals = await readTotals(db, row.id, row.results.length);
  const results = partsOf(row).map((part) => ({
    effect: deliveredEffect(row, totals, part.index),
    hours: hoursOf(row, part.index),
    over: isOver(part, nowMs),
  }));
  const over = results.filter((result) => result.over);
  const kwh = (read: (effect: DeliveredEffect) => number) =>
    toWatt(over.reduce((sum, { effect, hours }) => sum + read(effect) * hours, 0));
  const promised = kwh((effect) => effect.promised);
  const measured = over.some(({ effect }) => effect.reporting > 0);
  const delivered = measured ? kwh((effect) => effect.delivered ?? 0) : null;
  return {
    control_id: row.id,
    state: stateAt(row, nowMs),
    time: new Date(nowMs).toISOString(),
    results: results.map(({ effect }) => effect),
    promised_kwh: promised,
    delivered_kwh: delivered,
    delivered_share: delivered === null || promised === 0 ? null : toWatt(delivered / promised),
    devices: outcomesOf(
      await countDeliveries(db, row.id, silenceBounds(row, nowMs)),
      row.unsupportedDevices,
    ),
  };
}

function silenceBounds({ stopAt }: ControlRow, nowMs: number): SilenceBounds {
  const { answerWithinMs, givenUpAfterMs } = SILENCE;
  const patienceMs = stopAt.getTime() <= nowMs ? answerWithinMs : givenUpAfterMs;
  return { unknownBy: new Date(nowMs - answerWithinMs), failedBy: new Date(nowMs - patienceMs) };
}

function silentSince(toldAt: Date | null, { unknownBy, failedBy }: SilenceBounds): Silent {
  if (!toldAt || toldAt > unknownBy) return "pending";
  return toldAt > failedBy ? "unknown" : "failed";
}

/** The parts of a control's window that began before it stopped. */
function partsOf(row: ControlRow) {
  return ispsTouched(row.timeFrom.getTime(), row.timeTo.getTime())
    .map((part, index) => ({ ...part, index }))
    .filter(({ fromMs }) => fromMs < row.stopAt.getTime());
}

/** Whether the quarter-hour of a part is over, so that what there is of it has been measured. */
const isOver = ({ toMs }: { toMs: number }, nowMs: number): boolean =>
  floorQuarter(toMs - 1) + QUARTER_MS <= nowMs;

function hoursOf(row: ControlRow, index: number): number {
  const { time_from, time_to } = row.results[index]!;
  const endMs = Math.min(Date.parse(time_to), row.stopAt.getTime());
  return (endMs - Date.parse(time_from)) / HOUR_MS;
}

function deliveredEffect(row: ControlRow, totals: Totals, index: number): DeliveredEffect {
  const { time_from, time_to, isp, delta } = row.results[index]!;
  const endMs = Math.min(Date.parse(time_to), row.stopAt.getTime());
  const reporting = Math.round(totals.reporting[index]!);
  return {
    time_from,
    time_to: new Date(endMs).toISOString(),
    isp,
    promised: toWatt(delta - totals.takenDelta[index]!),
    locations: row.locations - Math.round(totals.taken[index]!),
    reporting,
    ...(reporting > 0 && {
      before: toWatt(totals.before[index]!),
      measured: toWatt(totals.measured[index]!),
      delivered: toWatt(totals.measured[index]! - totals.before[index]!),
    }),
  };
}

type Counted = Awaited<ReturnType<typeof countDeliveries>>[number];

function outcomesOf(counted: readonly Counted[], neverSupported: number): DeviceOutcomes {
  const outcomes: DeviceOutcomes = {
    told: 0,
    pending: 0,
    executed: 0,
    failed: 0,
    unsupported: neverSupported,
    unknown: 0,
    not_told: 0,
  };
  for (const { state, silent, devices, executed, failed, unsupported } of counted) {
    outcomes.told += devices;
    const told = deliveryStates[state];
    if (told !== "answered") {
      outcomes[told] += devices;
      continue;
    }
    outcomes.executed += executed;
    outcomes.failed += failed;
    outcomes.unsupported += unsupported;
    outcomes[silent] += Math.max(0, devices - executed - failed - unsupported);
  }
  return outcomes;
}

/** What became of a control at one location. */
export function toLocationDelivery(
  control: ControlRow,
  row: DeliveryRow,
  nowMs: number,
): LocationDelivery {
  const { delivery, beforeKw, afterKw } = row;
  const silent = silentSince(delivery.sentAt, silenceBounds(control, nowMs));
  const parts = partsOf(control).filter((part) => isOver(part, nowMs));
  const energy = (read: (index: number) => number) =>
    toWatt(parts.reduce((sum, { index }) => sum + read(index) * hoursOf(control, index), 0));
  const own = (index: number) => delivery.measuredKw?.[index] !== Infinity;
  const known = ({ index }: { index: number }) => Number.isFinite(delivery.measuredKw?.[index]);
  const delivered = (index: number) =>
    known({ index }) ? delivery.measuredKw![index]! - beforeKw[index]! : 0;
  return {
    location_id: delivery.locationId,
    customer_name: row.customerName,
    address: row.address,
    state: deliveryStates[delivery.state],
    told_at: delivery.sentAt?.toISOString() ?? null,
    answered_at: delivery.answeredAt?.toISOString() ?? null,
    devices: outcomesOf([{ ...delivery, silent }], 0),
    promised_kwh: energy((index) => (own(index) ? afterKw[index]! - beforeKw[index]! : 0)),
    delivered_kwh: parts.some(known) ? energy(delivered) : null,
  };
}
