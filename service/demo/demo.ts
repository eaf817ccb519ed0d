import type { ControlTarget } from "../../lib/contract/index.ts";
import { DAY_MS, HOUR_MS, dayAt, floorQuarter, localDate } from "../../lib/time/amsterdam.ts";
import { demoFleet } from "./fleet.ts";
import { readServiceState, writeServiceState } from "../store/service-state.ts";
import { token, uuidV7 } from "../store/ids.ts";
import { customers, devices, groups, locations, type Simulation } from "../store/schema.ts";
import { insertDays } from "../store/location-days.ts";
import { saveLive } from "../store/live-state.ts";
import { savePanelGains } from "../store/sky-observations.ts";
import { readPartitions, writePartition } from "../store/partitions.ts";
import { saveForecastModels } from "../store/forecast-models.ts";
import { loadSites } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { demoControls } from "./controls.ts";
import { demoHistory } from "./history.ts";
import { seedMarket } from "./market.ts";

/** The faults of demo locations, by their keys. */
type Faults = Readonly<Record<string, Pick<Simulation, "lostAtMs" | "broken">>>;

/**
 * The faults in the demo fleet at its start: locations that stopped reporting hours, days and over
 * a week ago, one that never reported, and an inverter that rejects setpoints.
 */
const faultsAt = (nowMs: number): Faults => ({
  "site-05": { lostAtMs: nowMs - 3 * HOUR_MS },
  "site-11": { lostAtMs: nowMs - 50 * HOUR_MS },
  "site-28": { lostAtMs: nowMs - 9 * 24 * HOUR_MS },
  "site-19": { lostAtMs: 0 },
  "site-08": { broken: "SOLAR_INVERTER" },
});

const SEEDED = "demo_seeded";
/** Days of history a fresh demo has. */
export const DEMO_DAYS = 60;

/** The options of a fresh demo's history. */
interface DemoOptions {
  days: number;
  /** Whether plants go offline at times, and a few are lost or broken. */
  outages: boolean;
  /** Whether controls were issued in its past. */
  controls: boolean;
  /** Whether it has contract terms, positions and a rule. */
  market: boolean;
}

/**
 * Fills an empty service with the generated demo fleet, its history and its past controls in one
 * transaction.
 * @returns false if the demo was there already
 */
export function seedDemo(
  db: Db,
  brands: readonly string[],
  nowMs: number,
  { days, outages, controls, market }: DemoOptions,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (await readServiceState(tx, SEEDED)) return false;
    const untilMs = floorQuarter(nowMs);
    const fromMs = dayAt(untilMs - days * DAY_MS).startMs;
    const groupIds = await insertFleet(tx, brands, fromMs, outages ? faultsAt(untilMs) : {});
    const sites = (await loadSites(tx, { kind: "bidding_zone", id: "NL" })).filter(
      (site) => site.simulation !== null,
    );
    const history = await demoHistory(tx, {
      sites,
      fromMs,
      untilMs,
      outages,
      controls: controls ? demoControls(fromMs, untilMs) : [],
      targetOf: ({ groupKey }) => toTarget(groupKey, groupIds),
    });
    await insertDays(tx, history.days, history.areas);
    if (market) await seedMarket(tx, { groupIds, areas: history.areas, fromMs }, nowMs);
    await saveLive(tx, history.live);
    await savePanelGains(tx, history.gains);
    await saveForecastModels(tx, history.learned);
    for (const { partition } of await readPartitions(tx))
      await writePartition(tx, partition, { recordedUntilMs: untilMs });
    await writeServiceState(tx, SEEDED, {
      at: new Date(nowMs).toISOString(),
      from: localDate(fromMs),
    });
    return true;
  });
}

function toTarget(groupKey: string | null, ids: ReadonlyMap<string, string>): ControlTarget {
  if (groupKey === null) return { kind: "bidding_zone", id: "NL", name: "NL" };
  const { name } = demoFleet().groups.find(({ key }) => key === groupKey)!;
  return { kind: "group", id: ids.get(groupKey)!, name };
}

/** @returns the ids of the groups, by their keys in the demo fleet */
async function insertFleet(
  tx: Db,
  brands: readonly string[],
  createdMs: number,
  troubles: Faults,
): Promise<ReadonlyMap<string, string>> {
  const fleet = demoFleet();
  const createdAt = new Date(createdMs);
  const idOf = (prefix: string, items: readonly { key: string }[]) =>
    new Map(items.map((item) => [item.key, `${prefix}_${token(createdMs)}`]));
  const reporting = new Set(
    fleet.devices
      .filter(({ deviceType, brandIndex }) => deviceType === "SOLAR_INVERTER" && brandIndex !== 3)
      .map(({ locationKey }) => locationKey),
  );
  const groupIds = idOf("grp", fleet.groups);
  const customerIds = idOf("cus", fleet.customers);
  const locationIds = idOf("loc", fleet.locations);
  await tx.insert(groups).values(
    fleet.groups.map(({ key, name }) => ({
      id: groupIds.get(key)!,
      createdAt,
      name,
      biddingZone: "NL",
    })),
  );
  await tx.insert(customers).values(
    fleet.customers.map(({ key, name, email, language, groupKey }) => ({
      id: customerIds.get(key)!,
      createdAt,
      name,
      email,
      language,
      groupId: groupIds.get(groupKey)!,
    })),
  );
  await tx.insert(locations).values(
    fleet.locations.map(({ key, customerKey, latitude, longitude, metadata, ...plant }) => ({
      id: locationIds.get(key)!,
      createdAt,
      customerId: customerIds.get(customerKey)!,
      biddingZone: "NL",
      latitude,
      longitude,
      metadata: { ...metadata },
      simulation: {
        seed: key,
        profile: plant.profile,
        loadKwhPerDay: plant.loadKwhPerDay,
        reportsAvailable: reporting.has(key),
        ...troubles[key],
      },
    })),
  );
  await tx.insert(devices).values(
    fleet.devices.map(({ locationKey, name, deviceType, brandIndex, ratings }) => ({
      id: uuidV7(createdMs),
      createdAt,
      locationId: locationIds.get(locationKey)!,
      name,
      deviceType,
      brand: brands[brandIndex % brands.length]!,
      ratings: { ...ratings },
    })),
  );
  return groupIds;
}
