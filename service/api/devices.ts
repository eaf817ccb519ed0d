import type {
  BodyOf,
  DeviceDetail,
  DeviceType,
  DeviceClass,
  QueryOf,
} from "../../lib/contract/index.ts";
import { computeOutlooks } from "../planning/flexibility-forecast.ts";
import { getDevice, listDevices, registerDevice, type StoredDevice } from "../store/devices.ts";
import { lockTotals } from "../store/area-totals.ts";
import { shiftAreas, withFirst } from "../store/group-membership.ts";
import { loadSites } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";
import { invalid, unknown, parseBiddingZone } from "./problems.ts";
import { localDate } from "../../lib/time/amsterdam.ts";
import { areaDeviceItems, locationDeviceItems } from "../planning/history.ts";
import { readAreaDeviceDays } from "../store/location-days.ts";
import { readLocationDays } from "../store/read-days.ts";
import type { AreaKind } from "../store/area-forecasts.ts";
import { groupThere, locationThere, parseRange } from "./historical.ts";

async function areaHistory(
  db: Db,
  nowMs: number,
  deviceClass: DeviceClass,
  kind: AreaKind,
  id: string,
  query: QueryOf<"getGroupDeviceHistorical">,
) {
  const { fromMs, toMs } = parseRange(query, nowMs);
  if (toMs <= fromMs) return { data: [] };
  const [from, to] = [localDate(fromMs), localDate(toMs)];
  const days = await readAreaDeviceDays(db, deviceClass, kind, id, from, to);
  return { data: days.flatMap((day) => areaDeviceItems(day, fromMs, toMs)) };
}

export const deviceHistory = (
  deps: Deps,
): Handlers<`get${"BiddingZone" | "Group" | "Location"}DeviceHistorical`> => ({
  getBiddingZoneDeviceHistorical: async ({ db, params, query }) => {
    const id = parseBiddingZone(params.bidding_zone_id);
    return areaHistory(db, deps.now(), params.device_type, "bidding_zone", id, query);
  },

  getGroupDeviceHistorical: async ({ db, params, query }) => {
    const id = await groupThere(db, params.group_id);
    return areaHistory(db, deps.now(), params.device_type, "group", id, query);
  },

  getLocationDeviceHistorical: async ({ db, params, query }) => {
    const id = await locationThere(db, params.location_id);
    const { fromMs, toMs } = parseRange(query, deps.now());
    if (toMs <= fromMs) return { data: [] };
    const days = await readLocationDays(db, id, localDate(fromMs), localDate(toMs));
    const deviceType = params.device_type;
    return { data: days.flatMap((day) => locationDeviceItems(deviceType, day, fromMs, toMs)) };
  },
});

const icons: Record<DeviceType, string> = {
  SOLAR_INVERTER: "solar-inverter",
  BATTERY: "battery",
  METER: "meter",
};

const withIcon = (deps: Deps, device: StoredDevice): DeviceDetail => ({
  ...device,
  icon_url: `${deps.mediaUrl}/icons/${icons[device.device_type]}.png`,
});

export const devices = (deps: Deps): Handlers<"getDevice" | "listDevices" | "registerDevice"> => ({
  getDevice: async ({ params }) => {
    const device = await getDevice(deps.db, params.device_id);
    if (!device) throw unknown("device");
    const { ratings: _ratings, address: _address, ...documented } = withIcon(deps, device);
    return documented;
  },

  listDevices: async ({ db, query, reach }) => {
    const { rows, total } = await listDevices(db, query, reach);
    return new PagedResult({ data: rows.map((device) => withIcon(deps, device)) }, total);
  },

  registerDevice: ({ body, change }) =>
    deps.writers.run(() => change((tx) => register(deps, tx, body))),
});

async function register(deps: Deps, tx: Db, body: BodyOf<"registerDevice">): Promise<DeviceDetail> {
  const brands = deps.brands.join(", ");
  if (!deps.brands.includes(body.brand))
    throw invalid([
      {
        pointer: "#/brand",
        detail: `must be one of ${brands}`,
        code: "unknown-brand",
        values: { brands },
      },
    ]);
  await lockTotals(tx);
  const [before] = await computeOutlooks(tx, [body.location_id], deps.now());
  const device = await registerDevice(tx, body, deps.now());
  if (!device)
    throw invalid([
      {
        pointer: "#/location_id",
        detail: "must be the id of a location",
        code: "unknown-location",
      },
    ]);
  const [stored] = await loadSites(tx, { kind: "locations", ids: [body.location_id] });
  const [after] = await computeOutlooks(tx, [body.location_id], deps.now());
  if (before) await shiftAreas(tx, stored!, withFirst(before, undefined), -1);
  await shiftAreas(tx, stored!, withFirst(after!, undefined), 1);
  return withIcon(deps, device);
}
