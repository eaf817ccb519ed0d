import { MINUTE_MS } from "../../engine/calendar.ts";
import type { Acknowledgement, KnownDevice, Reading, Setpoint } from "../gateway.ts";
import type { PlantMinute, PlantSetup } from "./plant.ts";

/**
 * What the devices of a plant report for a minute: its first meter, each inverter, each battery. A
 * further meter stays silent: the sum over meters is the connection point. Without a meter, net
 * injection is reported for the location only.
 */
export function readingOf(
  setup: PlantSetup,
  minute: number,
  did: PlantMinute,
  invertersKw: readonly number[],
): Reading {
  const { locationId, site, devices } = setup;
  const ofType = (type: KnownDevice["deviceType"]) =>
    devices.filter(({ deviceType }) => deviceType === type);
  const reported: Reading["devices"] = [];
  for (const { id } of ofType("METER").slice(0, 1)) {
    reported.push({ deviceId: id, powerKw: did.injectionKw, stateOfCharge: null });
  }
  invertersKw.forEach((powerKw, i) => {
    const deviceId = ofType("SOLAR_INVERTER")[i]?.id;
    if (deviceId) reported.push({ deviceId, powerKw, stateOfCharge: null });
  });
  did.batteriesKw.forEach((powerKw, i) => {
    const deviceId = ofType("BATTERY")[i]?.id;
    const stateOfCharge = did.storedKwh[i]! / site.batteries[i]!.capacityKwh;
    if (deviceId) reported.push({ deviceId, powerKw, stateOfCharge });
  });
  const fromMs = minute * MINUTE_MS;
  const { injectionKw } = did;
  return { locationId, fromMs, toMs: fromMs + MINUTE_MS, injectionKw, devices: reported };
}

/**
 * What devices answer to a setpoint: those that follow it. A release is not answered, so that an
 * answer always means that the control was followed.
 */
export function acknowledgementOf(
  devices: readonly KnownDevice[],
  { locationId, controlId, type }: Setpoint,
): Acknowledgement | undefined {
  const followers = devices.filter((one) => one.controllable && one.deviceType !== "METER");
  if (type === "RELEASE" || followers.length === 0) return undefined;
  const executed = followers.map(({ id }) => ({ deviceId: id, outcome: "executed" as const }));
  return { locationId, controlId, devices: executed };
}
