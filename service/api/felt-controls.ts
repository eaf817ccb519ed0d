import type { ControlType, OwnControl } from "../../lib/contract/index.ts";
import { ispsTouched } from "../engine/calendar.ts";
import { energyKwh, toEffects, toWatt } from "../engine/control.ts";
import { listFeltControls, type FeltControl } from "../store/felt-controls.ts";
import type { Paging } from "../store/listing.ts";
import type { Db } from "../store/store.ts";
import { Listed } from "./implement.ts";

const HOUR_MS = 60 * 60 * 1000;

function toOwnControl({ control, beforeKw, afterKw, deliveredKw }: FeltControl): OwnControl {
  const stopMs = control.stopAt.getTime();
  const parts = ispsTouched(control.timeFrom.getTime(), control.timeTo.getTime())
    .filter(({ fromMs }) => fromMs < stopMs)
    .map((part) => ({ ...part, toMs: Math.min(part.toMs, stopMs) }));
  const results = toEffects(parts, beforeKw, afterKw);
  const measured = parts.some((_, i) => !Number.isNaN(deliveredKw[i]!));
  const delivered = parts.reduce(
    (sum, { fromMs, toMs }, i) => sum + ((deliveredKw[i] || 0) * (toMs - fromMs)) / HOUR_MS,
    0,
  );
  return {
    control_id: control.id,
    created_at: control.createdAt.toISOString(),
    type: control.type as ControlType,
    time_from: control.timeFrom.toISOString(),
    time_to: control.timeTo.toISOString(),
    effective_to: control.stopAt.toISOString(),
    cancelled_at: control.cancelledAt?.toISOString() ?? null,
    results,
    energy_kwh: energyKwh(results),
    delivered_kwh: measured ? toWatt(delivered) : null,
  };
}

/** The controls that touched a location or a customer, with what they did there. */
export async function listFelt(
  db: Db,
  whose: { locationId: string } | { customerId: string },
  query: Paging,
): Promise<Listed<{ data: OwnControl[] }>> {
  const { rows, total } = await listFeltControls(db, whose, query);
  return new Listed({ data: rows.map(toOwnControl) }, total);
}
