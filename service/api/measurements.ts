import type { Measurement } from "../../lib/contract/index.ts";
import { floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { parseInstant } from "../engine/window.ts";
import type { MeasuredSpan } from "../planning/aggregate-minutes.ts";
import { byQuarter, isLongAgo, isWhole } from "../planning/ingest.ts";
import { recordSpans } from "../planning/ingest-measurements.ts";
import { listDevices, loadSites, type StoredSite } from "../store/sites.ts";
import { locationExists } from "../store/locations.ts";
import type { Deps } from "./deps.ts";
import type { Handlers } from "./register-operations.ts";
import { invalid, unknown, type Fault } from "./problems.ts";

const EARLIEST_MS = Date.parse("2000-01-01T00:00:00Z");
const MAX_FAULTS = 100;

const toSpan = (measurement: Measurement): MeasuredSpan => ({
  fromMs: parseInstant(measurement.time_from),
  toMs: parseInstant(measurement.time_to),
  injectionKw: measurement.injection_kw ?? null,
  devices: (measurement.devices ?? []).map(
    ({ device_id, power_kw, state_of_charge, available_kw }) => ({
      deviceId: device_id,
      powerKw: power_kw,
      stateOfCharge: state_of_charge ?? null,
      ...(available_kw !== undefined && { availableKw: available_kw }),
    }),
  ),
});

function faultOfTimes({ fromMs, toMs }: MeasuredSpan, nowMs: number): [string, string] | null {
  if (fromMs % MINUTE_MS !== 0) return ["time_from", "must be a full minute"];
  if (toMs % MINUTE_MS !== 0) return ["time_to", "must be a full minute"];
  if (fromMs < EARLIEST_MS) return ["time_from", "must not be before the year 2000"];
  if (toMs <= fromMs) return ["time_to", "must be after time_from"];
  if (toMs > floorQuarter(fromMs) + QUARTER_MS)
    return ["time_to", "must be in the same quarter-hour as time_from"];
  if (toMs > nowMs) return ["time_to", "must not be in the future"];
  return null;
}

function faultsOfDevices(measurement: Measurement, site: StoredSite): [string, string][] {
  const given = measurement.devices ?? [];
  if (measurement.injection_kw === undefined && given.length === 0)
    return [["injection_kw", "or a device must be given"]];
  const devices = listDevices(site);
  return given.flatMap(({ device_id, state_of_charge, available_kw }, i): [string, string][] => {
    if (given.findIndex((one) => one.device_id === device_id) < i)
      return [[`devices/${i}/device_id`, "must be given once in a measurement"]];
    const device = devices.find(({ id }) => id === device_id);
    if (!device) return [[`devices/${i}/device_id`, "must be a device of this location"]];
    if (state_of_charge !== undefined && device.deviceType !== "BATTERY")
      return [[`devices/${i}/state_of_charge`, "only a battery has one"]];
    if (available_kw !== undefined && device.deviceType !== "SOLAR_INVERTER")
      return [[`devices/${i}/available_kw`, "only an inverter has one"]];
    return [];
  });
}

/** The starts of old quarter-hours that the batch does not cover completely. */
function incomplete(spans: readonly MeasuredSpan[], nowMs: number): Set<number> {
  const located = spans.map((span) => ({ ...span, locationId: "" }));
  const broken = byQuarter(located).filter(
    ([quarterMs, quarterSpans]) =>
      isLongAgo(quarterMs, nowMs) && !isWhole(quarterMs, quarterSpans.get("")!),
  );
  return new Set(broken.map(([quarterMs]) => quarterMs));
}

/** The faults of a batch, by JSON pointer. */
function findFaults(batch: readonly Measurement[], site: StoredSite, nowMs: number): Fault[] {
  const spans = batch.map(toSpan);
  const broken = incomplete(spans, nowMs);
  return batch.flatMap((measurement, i) => {
    const at = ([field, detail]: [string, string]): Fault => ({
      pointer: `#/measurements/${i}/${field}`,
      detail,
    });
    const times = faultOfTimes(spans[i]!, nowMs);
    if (times) return [at(times)];
    if (broken.has(floorQuarter(spans[i]!.fromMs)))
      return [at(["time_from", "is more than a day ago: send the whole quarter-hour at once"])];
    return faultsOfDevices(measurement, site).map(at);
  });
}

/** A location without devices still has a connection point that can be measured. */
async function loadSite(deps: Deps, locationId: string): Promise<StoredSite> {
  if (!(await locationExists(deps.db, locationId))) throw unknown("location");
  const [site] = await loadSites(deps.db, { kind: "locations", ids: [locationId] });
  if (site) return site;
  throw invalid([
    { pointer: "path/location_id", detail: "has no devices yet: register its meter first" },
  ]);
}

export const measurements = (deps: Deps): Handlers<"recordMeasurements"> => ({
  recordMeasurements: async ({ params, body, change }) => {
    const nowMs = deps.now();
    const site = await loadSite(deps, params.location_id);
    const faults = findFaults(body.measurements, site, nowMs);
    if (faults.length > 0) throw invalid(faults.slice(0, MAX_FAULTS));
    const spans = body.measurements.map(toSpan);
    return deps.writers.run(() => change((tx) => recordSpans(tx, site, spans, nowMs)));
  },
});
