import { toDeviceError } from "./adapter/adapter.ts";
import type { BridgeLog, Clock } from "./adapter/runtime.ts";
import { openAdapter, unitName, type AdapterContext } from "./bridge.ts";
import type { BridgeConfig } from "./config.ts";
import { FixedLimits } from "./files/fixed-limits.ts";
import { UnscaledControl } from "./sunspec/controls.ts";
import { SunSpecAdapter } from "./sunspec/sunspec-adapter.ts";

const watts = (value: number | null | undefined) =>
  value == null ? "unknown" : `${Math.round(value)} W`;

async function checkSunSpec(adapter: SunSpecAdapter, log: BridgeLog): Promise<void> {
  const device = await adapter.find();
  const { manufacturer, model, serial, version } = device;
  log.info(`  ${manufacturer} ${model}, serial ${serial || "none"}, version ${version || "none"}`);
  log.info(
    `  SunSpec map at ${device.base}, models ${device.models.map(({ id }) => id).join(" ")}`,
  );
  if (device.roles.inverter) log.info(`  rated ${watts(device.ratedW)}`);
  if (device.roles.battery) log.info(`  charges at most ${watts(device.maxChargeW)}`);
  const controls = [
    { name: "power limit", isPart: device.roles.inverter, control: device.limit },
    { name: "storage", isPart: device.roles.battery, control: device.storage },
  ];
  for (const { name, control } of controls.filter(({ isPart }) => isPart)) {
    if (!control) log.info(`  ${name}: cannot be controlled`);
    else if (control instanceof UnscaledControl)
      log.info(`  ${name}: cannot be controlled without a rating and a scale factor`);
    else {
      const { setting, hasTimer } = await control.describe();
      if (hasTimer)
        log.info(`  ${name}: would be controlled; ${setting}; reverts by its own timer`);
      else
        log.info(`  ${name}: not controlled without "allow_no_timer": no revert timer; ${setting}`);
    }
  }
}

/** Lists what was found and what would be controlled. Writes nothing. @returns the number of faults */
export async function check(config: BridgeConfig, clock: Clock, log: BridgeLog): Promise<number> {
  const connections: AdapterContext["connections"] = new Map();
  const fixed = new FixedLimits(config.state_dir);
  let faults = 0;
  for (const unit of config.units) {
    const adapter = openAdapter(unit, { clock, log, fixed, isDryRun: true, connections });
    log.info(unitName(unit));
    try {
      if (adapter instanceof SunSpecAdapter) await checkSunSpec(adapter, log);
    } catch (error) {
      faults += 1;
      log.warn(`  ${toDeviceError(error).message}`);
      continue;
    }
    try {
      const { inverter, battery, meterW } = await adapter.read();
      if (inverter) log.info(`  inverter gives ${watts(inverter.powerW)}`);
      if (battery) log.info(`  battery at ${Math.round((battery.stateOfCharge ?? NaN) * 100)} %`);
      if (meterW !== undefined)
        log.info(`  meter: ${watts(Math.abs(meterW))} ${meterW > 0 ? "export" : "import"} now`);
    } catch (error) {
      faults += 1;
      log.warn(`  not measured: ${toDeviceError(error).message}`);
    }
  }
  for (const connection of connections.values()) connection.close();
  return faults;
}
