import type { ControlType, OwnControl } from "../../lib/contract/index.ts";
import { ispsTouched } from "../engine/calendar.ts";
import { energyKwh, toEffects } from "../engine/control.ts";
import { listFeltControls, type FeltControl } from "../store/felt-controls.ts";
import type { Paging } from "../store/listing.ts";
import type { Db } from "../store/store.ts";
import { Listed } from "./implement.ts";

const toOwnControl = ({ control, beforeKw, afterKw }: FeltControl): OwnControl => {
  const parts = ispsTouched(control.timeFrom.getTime(), control.timeTo.getTime());
  const results = toEffects(parts, beforeKw, afterKw);
  return {
    control_id: control.id,
    created_at: control.createdAt.toISOString(),
    type: control.type as ControlType,
    time_from: control.timeFrom.toISOString(),
    time_to: control.timeTo.toISOString(),
    results,
    energy_kwh: energyKwh(results),
  };
};

/** The controls that touched a location or a customer, with what they did there. */
export async function listFelt(
  db: Db,
  whose: { locationId: string } | { customerId: string },
  query: Paging,
): Promise<Listed<{ data: OwnControl[] }>> {
  const { rows, total } = await listFeltControls(db, whose, query);
  return new Listed({ data: rows.map(toOwnControl) }, total);
}
