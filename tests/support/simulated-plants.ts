import type { ControlType } from "../../lib/contract/index.ts";
import type { Site } from "../../service/engine/site.ts";
import type {
  Gateway,
  GatewayDevice,
  Reading,
  Reports,
  Setpoint,
} from "../../service/gateway/gateway.ts";
import type { PlantSetup } from "../../service/gateway/simulator/site-simulator.ts";

const devicesOf = (locationId: string, { panels, batteries }: Site): GatewayDevice[] => [
  { id: `${locationId} meter`, deviceType: "METER", controllable: false },
  ...panels.map(({ controllable }, i) => ({
    id: `${locationId} inverter ${i}`,
    deviceType: "SOLAR_INVERTER" as const,
    controllable,
  })),
  ...batteries.map(({ controllable }, i) => ({
    id: `${locationId} battery ${i}`,
    deviceType: "BATTERY" as const,
    controllable,
  })),
];

/** A household with these devices to simulate, named and seeded by its location. */
export const household = (
  locationId: string,
  site: Site,
  setup: Partial<PlantSetup> = {},
): PlantSetup => ({
  locationId,
  site,
  devices: devicesOf(locationId, site),
  seed: locationId,
  loadKwhPerDay: 9,
  profile: "household",
  ...setup,
});

/** A setpoint of a control for one location. */
export const setpoint = (
  locationId: string,
  type: ControlType | "RELEASE",
  validUntilMs: number,
  limitKw: number | null = null,
): Setpoint => ({ locationId, controlId: "ctrl_a", type, limitKw, validUntilMs });

/** All reports of a gateway for `[fromMs, toMs)` in one object. */
export async function collected(gateway: Gateway, fromMs: number, toMs: number): Promise<Reports> {
  const all: Reports = { acknowledgements: [], readings: [], presence: [] };
  await gateway.collect(fromMs, toMs, async ({ acknowledgements, readings, presence }) => {
    all.acknowledgements.push(...acknowledgements);
    all.readings.push(...readings);
    all.presence.push(...presence);
  });
  return all;
}

/** The sum of the reported powers of this kind of device in a reading, in kW. */
export const sumPowerKw = ({ devices }: Reading, kind: "meter" | "inverter" | "battery"): number =>
  devices.reduce((sum, one) => sum + (one.deviceId.includes(kind) ? one.powerKw : 0), 0);

/** State of charge of each battery in a reading, 0 to 1. */
export const getStatesOfCharge = ({ devices }: Reading): number[] =>
  devices.flatMap(({ stateOfCharge }) => stateOfCharge ?? []);
