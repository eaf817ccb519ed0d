import type { ControlType, LocatedControl } from "../../lib/contract/index.ts";
import { energyKwh, toEffects, roundToWatt } from "../engine/control.ts";
import { energyOver, getRunParts } from "../planning/delivery-report.ts";
import { listLocationControlEffects, type LocationControl } from "../store/location-controls.ts";
import type { Paging } from "../store/listing.ts";
import type { Db } from "../store/store.ts";
import { PagedResult } from "./register-operations.ts";

function toLocatedControl(row: LocationControl): LocatedControl {
  const { control, beforeKw, afterKw, deliveredKw, exportChangeKw, isMissing } = row;
  const parts = getRunParts(control);
  const results = toEffects(parts, beforeKw, afterKw);
  const measured = parts.some(({ index }) => !Number.isNaN(deliveredKw[index]!));
  const delivered = energyOver(parts, (index) => deliveredKw[index] || 0);
  const exportChange = energyOver(parts, (index) => exportChangeKw[index] || 0);
  return {
    control_id: control.id,
    created_at: control.createdAt.toISOString(),
    type: control.type as ControlType,
    reason: control.reason,
    time_from: control.timeFrom.toISOString(),
    time_to: control.timeTo.toISOString(),
    effective_to: control.stopAt.toISOString(),
    cancelled_at: control.cancelledAt?.toISOString() ?? null,
    superseded: row.superseded,
    results,
    energy_kwh: energyKwh(results),
    delivered_kwh: measured ? delivered : null,
    export_change_kwh: measured ? exportChange : null,
    import_change_kwh: measured ? roundToWatt(exportChange - delivered) : null,
    measured_whole: measured && !parts.some(({ index }) => isMissing[index]),
  };
}

/** The controls that affected a location or a customer, with their effect there. */
export async function listLocationControls(
  db: Db,
  whose: { locationId: string } | { customerId: string },
  query: Paging,
): Promise<PagedResult<{ data: LocatedControl[] }>> {
  const { rows, total } = await listLocationControlEffects(db, whose, query);
  return new PagedResult({ data: rows.map(toLocatedControl) }, total);
}
