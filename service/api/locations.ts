import { createLocation, getLocation, listLocations, locationExists } from "../store/locations.ts";
import type { Deps } from "./deps.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";
import { invalid, type Fault, unknown } from "./problems.ts";
import { listClusters } from "../store/location-clusters.ts";
import type { ControlType, LocatedControl } from "../../lib/contract/index.ts";
import { energyKwh, toEffects, roundToWatt } from "../engine/control.ts";
import { energyOver, getRunParts } from "../planning/delivery-report.ts";
import { listLocationControlEffects, type LocationControl } from "../planning/location-controls.ts";
import type { Paging } from "../store/listing.ts";
import type { Db } from "../store/store.ts";

const MAX_METADATA_BYTES = 16 * 1024;

export const locations = ({
  db,
  now,
}: Deps): Handlers<
  "createLocation" | "listLocations" | "getLocation" | "listLocationControls"
> => ({
  createLocation: async ({ body, change }) => {
    if (Buffer.byteLength(JSON.stringify(body.metadata ?? {})) > MAX_METADATA_BYTES)
      throw invalid([
        {
          pointer: "#/metadata",
          detail: "must be at most 16 KiB as JSON",
          code: "metadata-too-large",
        },
      ]);
    return change(async (tx) => {
      const location = await createLocation(tx, body, now());
      if (location) return location;
      throw invalid([
        {
          pointer: "#/customer_id",
          detail: "must be the id of a customer",
          code: "unknown-customer",
        },
      ]);
    });
  },

  listLocations: async ({ db, query, reach }) => {
    const { rows, total } = await listLocations(db, query, reach, now());
    return new PagedResult({ data: rows }, total);
  },

  getLocation: async ({ params }) => {
    const location = await getLocation(db, params.location_id, now());
    if (!location) throw unknown("location");
    return location;
  },

  listLocationControls: async ({ db, params, query }) => {
    if (!(await locationExists(db, params.location_id))) throw unknown("location");
    return listLocationControls(db, { locationId: params.location_id }, query);
  },
});

export const locationClusters = ({ now }: Deps): Handlers<"listLocationClusters"> => ({
  listLocationClusters: async ({ db, query, reach }) => {
    const { west, south, east, north } = query;
    const faults: Fault[] = [];
    if (west >= east)
      faults.push({ pointer: "query/east", detail: "must be east of west", code: "not-east" });
    if (south >= north)
      faults.push({ pointer: "query/north", detail: "must be north of south", code: "not-north" });
    if (faults.length > 0) throw invalid(faults);
    return { data: await listClusters(db, query, reach, now()) };
  },
});

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
    ...(row.optedOut !== null && { opted_out: row.optedOut }),
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
