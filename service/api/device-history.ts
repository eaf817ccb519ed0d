import type { DeviceClass, QueryOf } from "../../lib/contract/index.ts";
import { localDate } from "../../lib/time/amsterdam.ts";
import { areaDeviceItems, locationDeviceItems } from "../planning/device-history.ts";
import { readAreaDeviceDays, readLocationDays } from "../store/location-days.ts";
import type { AreaKind } from "../store/area-forecasts.ts";
import { parseBiddingZone } from "./bidding-zones.ts";
import type { Deps } from "./deps.ts";
import { groupThere, locationThere, parseRange } from "./history-range.ts";
import type { Handlers } from "./register-operations.ts";

async function areaHistory(
  { db, now }: Deps,
  deviceClass: DeviceClass,
  kind: AreaKind,
  id: string,
  query: QueryOf<"getGroupDeviceHistorical">,
) {
  const { fromMs, toMs } = parseRange(query, now());
  if (toMs <= fromMs) return { data: [] };
  const [from, to] = [localDate(fromMs), localDate(toMs)];
  const days = await readAreaDeviceDays(db, deviceClass, kind, id, from, to);
  return { data: days.flatMap((day) => areaDeviceItems(day, fromMs, toMs)) };
}

export const deviceHistory = (
  deps: Deps,
): Handlers<`get${"BiddingZone" | "Group" | "Location"}DeviceHistorical`> => ({
  getBiddingZoneDeviceHistorical: async ({ params, query }) => {
    const id = parseBiddingZone(params.bidding_zone_id);
    return areaHistory(deps, params.device_type, "bidding_zone", id, query);
  },

  getGroupDeviceHistorical: async ({ params, query }) => {
    const id = await groupThere(deps, params.group_id);
    return areaHistory(deps, params.device_type, "group", id, query);
  },

  getLocationDeviceHistorical: async ({ params, query }) => {
    const id = await locationThere(deps, params.location_id);
    const { fromMs, toMs } = parseRange(query, deps.now());
    if (toMs <= fromMs) return { data: [] };
    const days = await readLocationDays(deps.db, id, localDate(fromMs), localDate(toMs));
    const own = params.device_type;
    return { data: days.flatMap((day) => locationDeviceItems(own, day, fromMs, toMs)) };
  },
});
