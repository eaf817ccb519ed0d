import { demoFleet } from "../../service/demo/fleet.ts";
import type { Battery, Panels, Site } from "../../service/engine/site.ts";
import { hashed, hashSeed } from "../../service/gateway/simulator/noise.ts";
import { getLoadProfile } from "../../service/gateway/simulator/load-shapes.ts";
import type { PlantSetup } from "../../service/gateway/simulator/site-simulator.ts";

type Ratings = Record<string, number> & { controllable?: boolean };

/** A site of the fleet: its simulation, and its group. */
export interface FleetSite extends PlantSetup {
  groupKey: string;
}

/**
 * The demo's sites, each `copies` times: the copies stand within some 20 km of the first, their
 * panels turned by up to 20°, with weather and load of their own.
 */
export function simulatedFleet(copies: number): FleetSite[] {
  const { customers, devices, locations } = demoFleet();
  const groups = new Map(customers.map(({ key, groupKey }) => [key, groupKey]));
  return locations.flatMap((location) => {
    const own = devices.filter(({ locationKey }) => locationKey === location.key);
    const ratings = (type: string) =>
      own
        .filter(({ deviceType }) => deviceType === type)
        .map((one) => one.ratings as unknown as Ratings);
    const batteries = ratings("BATTERY").map(toBattery);
    return Array.from({ length: copies }, (_, copy): FleetSite => {
      const locationId = copy === 0 ? location.key : `${location.key} ${copy}`;
      const moved = (n: number) => (copy === 0 ? 0 : hashed(hashSeed(locationId), n) - 0.5);
      const site: Site = {
        latitude: location.latitude + 0.3 * moved(1),
        longitude: location.longitude + 0.5 * moved(2),
        panels: ratings("SOLAR_INVERTER").map((one) => toPanels(one, 40 * moved(3))),
        batteries,
        connectionLimitKw: ratings("METER")[0]!.connection_limit_kw!,
      };
      return {
        locationId,
        site,
        devices: own.map(({ deviceType, ratings: one }, i) => ({
          id: `${locationId} ${i}`,
          deviceType,
          controllable: "controllable" in one && one.controllable === true,
        })),
        seed: locationId,
        loadKwhPerDay: location.loadKwhPerDay,
        profile: getLoadProfile(location.profile),
        groupKey: groups.get(location.customerKey)!,
      };
    });
  });
}

const toPanels = (one: Ratings, turnedDeg: number): Panels => ({
  peakKw: one.pv_peak_kw!,
  inverterKw: one.inverter_kw!,
  tiltDeg: one.tilt!,
  azimuthDeg: one.azimuth! + turnedDeg,
  controllable: one.controllable === true,
});

const toBattery = (one: Ratings): Battery => ({
  capacityKwh: one.capacity_kwh!,
  powerKw: one.power_kw!,
  efficiency: one.efficiency!,
  floorKwh: one.floor! * one.capacity_kwh!,
  controllable: one.controllable === true,
});
