import type { Adapter } from "./adapter/adapter.ts";
import type { BridgeLog, Clock } from "./adapter/runtime.ts";
import { BrokerLink } from "./broker/broker-link.ts";
import type { BridgeConfig, UnitConfig } from "./config.ts";
import { Site, type SiteUnit } from "./control/site.ts";
import { EvccAdapter } from "./evcc/evcc-adapter.ts";
import { BridgeState } from "./files/bridge-state.ts";
import { FixedLimits } from "./files/fixed-limits.ts";
import { MeasurementBuffer } from "./files/measurement-buffer.ts";
import { HomeLink } from "./home-assistant/home-link.ts";
import { ModbusConnection } from "./modbus/connection.ts";
import { SunSpecAdapter } from "./sunspec/sunspec-adapter.ts";

/** A running bridge. */
export interface Bridge {
  site: Site;
  /** Reads the devices, follows the setpoint and publishes. */
  tick(): Promise<void>;
  /** Restores the devices as far as they answer, and disconnects. */
  close(): Promise<void>;
}

/** What adapters share. */
export interface AdapterContext {
  clock: Clock;
  log: BridgeLog;
  fixed: FixedLimits;
  isDryRun: boolean;
  /** One connection per host and port, however many units are behind it. */
  connections: Map<string, ModbusConnection>;
}

function sunSpec(unit: Extract<UnitConfig, { modbus: string }>, context: AdapterContext) {
  const [address = "", unitId = "1"] = unit.modbus.split("/");
  const at = address.lastIndexOf(":");
  const { connections } = context;
  const connection =
    connections.get(address) ??
    new ModbusConnection(address.slice(0, at), Number(address.slice(at + 1)), unit.timeout_ms);
  connections.set(address, connection);
  // Without device ids only `check` runs: every part that the device has is described.
  const isAny = !unit.inverter && !unit.battery && !unit.meter;
  return new SunSpecAdapter({
    ...context,
    connection,
    unit: Number(unitId),
    address: `${address}/${unitId}`,
    roles: isAny
      ? undefined
      : {
          inverter: unit.inverter !== undefined,
          battery: unit.battery !== undefined,
          meter: unit.meter !== undefined,
        },
    importIsPositive: unit.meter_positive === "import",
    allowsNoTimer: unit.allow_no_timer,
  });
}

/** The adapter of a configured unit. A new kind of device is added here (docs/how-to/write-an-adapter.md). */
export function openAdapter(unit: UnitConfig, context: AdapterContext): Adapter {
  if ("modbus" in unit) return sunSpec(unit, context);
  return new EvccAdapter({
    ...context,
    url: unit.evcc,
    maxChargeW: unit.max_charge_w,
    roles: { battery: unit.battery !== undefined, meter: unit.meter !== undefined },
  });
}

export const unitName = (unit: UnitConfig): string => ("modbus" in unit ? unit.modbus : unit.evcc);

/** Starts a bridge. The caller calls `tick` each second. @throws Error if a file cannot be read */
export function openBridge(config: BridgeConfig, clock: Clock, log: BridgeLog): Bridge {
  const { state_dir: folder, location: locationId, prefix, dry_run: isDryRun } = config;
  const state = new BridgeState(folder);
  const buffer = new MeasurementBuffer(folder, log);
  const connections = new Map<string, ModbusConnection>();
  const context = { clock, log, fixed: new FixedLimits(folder), isDryRun, connections };
  const units: SiteUnit[] = config.units.map((unit) => ({
    name: unitName(unit),
    adapter: openAdapter(unit, context),
    ids: {
      inverter: "modbus" in unit ? unit.inverter : undefined,
      battery: unit.battery,
      meter: unit.meter,
    },
  }));
  const links: { broker?: BrokerLink; home?: HomeLink } = {};
  const site = new Site({
    units,
    clock,
    log,
    memory: state,
    isDryRun,
    pausedUntilMs: () => state.pausedUntilMs,
    acknowledge: (controlId, devices) => links.broker?.acknowledge(controlId, devices),
    measured: (measurement) => buffer.add(measurement),
  });
  const tick = async () => {
    await site.tick();
    links.broker?.sendMeasurements();
    links.home?.update(site.status);
  };
  /** An acknowledgement may be lost after the broker confirmed it. */
  const repeatOutcomes = () => {
    const { setpoint, outcomes } = site.status;
    if (setpoint && !isDryRun) links.broker?.acknowledge(setpoint.controlId, outcomes);
  };
  const onSetpoint = async (payload: Uint8Array) => {
    const before = site.status.setpoint?.controlId;
    site.receive(payload);
    await tick();
    if (before === site.status.setpoint?.controlId) repeatOutcomes();
  };
  const link = { locationId, clock, log };
  if (config.mqtt)
    links.broker = new BrokerLink({
      ...link,
      settings: config.mqtt,
      prefix,
      buffer,
      onSetpoint: (payload) => void onSetpoint(payload),
      onConnect: repeatOutcomes,
      ...(config.home_assistant?.allow_pause && { pausedUntilMs: () => state.pausedUntilMs }),
    });
  if (config.home_assistant) {
    const { allow_pause: allowsPause, ...settings } = config.home_assistant;
    links.home = new HomeLink({
      ...link,
      settings,
      allowsPause,
      state,
      onPause: () => {
        links.broker?.sendPause();
        void tick();
      },
    });
  }
  return {
    site,
    tick,
    close: async () => {
      await site.stop();
      await Promise.all([links.broker?.close(), links.home?.close()]);
      for (const connection of connections.values()) connection.close();
    },
  };
}
