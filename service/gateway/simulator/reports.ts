import { MINUTE_MS } from "../../../lib/time/amsterdam.ts";
import type { Acknowledgement, GatewayDevice, Reading, Setpoint } from "../gateway.ts";
import type { PlantMinute, PlantSetup } from "./site-simulator.ts";

/**
 * The device readings of a plant for a minute: its first meter, each inverter, each battery.
 * Further meters do not report, because the connection point is the sum over all meters. Without a
 * meter, net injection is reported for the location only.
 */
export function toReading(
  setup: PlantSetup,
  minute: number,
  did: PlantMinute,
  invertersKw: readonly number[],
): Reading {
  const { locationId, site, devices } = setup;
  const ofType = (type: GatewayDevice["deviceType"]) =>
    devices.filter(({ deviceType }) => deviceType === type);
  const reported: Reading["devices"] = [];
  for (const { id } of ofType("METER").slice(0, 1)) {
    reported.push({ deviceId: id, powerKw: did.injectionKw, stateOfCharge: null });
  }
  invertersKw.forEach((powerKw, i) => {
    const deviceId = ofType("SOLAR_INVERTER")[i]?.id;
    const available = setup.reportsAvailable && { availableKw: did.availableKw[i]! };
    if (deviceId) reported.push({ deviceId, powerKw, stateOfCharge: null, ...available });
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
 * The acknowledgement of a setpoint: executed by healthy devices, failed by broken ones. A release
 * is not acknowledged, so every acknowledgement refers to the control.
 */
export function toAcknowledgement(
  { devices, broken }: Pick<PlantSetup, "devices" | "broken">,
  { locationId, controlId, type }: Setpoint,
): Acknowledgement | undefined {
  const controllable = devices.filter((one) => one.controllable && one.deviceType !== "METER");
  if (type === "RELEASE" || controllable.length === 0) return undefined;
  const answers = controllable.map(({ id: deviceId, deviceType }) =>
    deviceType === broken
      ? { deviceId, outcome: "failed" as const, detail: "simulated fault" }
      : { deviceId, outcome: "executed" as const },
  );
  return { locationId, controlId, devices: answers };
}
