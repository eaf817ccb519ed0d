import { onTestFinished } from "vitest";
import { alpha, battery, meter, type TestDevice } from "./devices.ts";
import { preferredServer, startModbusServer, type ModbusServer } from "./modbus-server.ts";
import { openSite } from "./test-site.ts";

const signed = (value: number) => Math.round(value) & 0xffff;
export const toSigned32 = ([high = 0, low = 0]: number[]) => ((high << 16) | low) >> 0;

interface Devices {
  inverter: TestDevice;
  meter: TestDevice;
  battery?: TestDevice | undefined;
  /** Has no revert timer, so that the bridge does not limit it. */
  unlimited?: TestDevice | undefined;
}

/**
 * A house in front of the registers: an Alpha inverter that ramps half of the way each second, a meter,
 * and a battery that follows its command at once. Powers in W.
 */
export class House {
  availableW = 4000;
  loadW = 1000;
  pvW = 3000;
  isAsleep = false;
  /** The inverter confirms its limit and does not follow it. */
  ignoresLimit = false;
  /** What the battery takes at most, and of what it is told to. */
  takesW = Infinity;
  takesShare = 1;
  /** What the battery gives at least, whatever its command. */
  givesW = -Infinity;
  /** What the inverter without a limit gives. */
  unlimitedW = 0;
  readonly exportW: number[] = [];

  constructor(
    private readonly server: ModbusServer,
    private readonly devices: Devices,
  ) {}

  async second(): Promise<void> {
    const { inverter, meter: metered } = this.devices;
    await this.server.advance(1);
    const [percent = 0, , , , isOn] = await this.server.get(inverter.at(123, 3), 5);
    const limitW = isOn === 1 && !this.ignoresLimit ? (percent / 10_000) * 5000 : 5000;
    if (this.isAsleep) this.availableW = this.pvW = 0;
    this.pvW += (Math.min(limitW, this.availableW) - this.pvW) / 2;
    const batteryW = await this.stepBattery();
    const unlimitedW = await this.stepUnlimited();
    const exportW = this.pvW + unlimitedW + batteryW - this.loadW;
    this.exportW.push(exportW);
    const powerRegister = this.isAsleep ? 0x8000 : signed(this.pvW / 10);
    await this.server.set(inverter.at(103, 12), [powerRegister]);
    await this.server.set(inverter.at(103, 36), [this.isAsleep ? 2 : 4]);
    await this.server.set(metered.at(203, 16), [signed(-exportW)], 240);
  }

  private async stepBattery(): Promise<number> {
    const { battery: stored } = this.devices;
    if (!stored) return 0;
    const [isOn, , high, low] = await this.server.get(stored.at(704, 20), 4, 2);
    const commandedW = isOn === 1 ? toSigned32([high!, low!]) : 0;
    const powerW = Math.max(-this.takesW, this.givesW, commandedW * this.takesShare);
    await this.server.set(stored.at(701, 8), [signed(powerW)], 2);
    return powerW;
  }

  private async stepUnlimited(): Promise<number> {
    const { unlimited } = this.devices;
    if (unlimited) await this.server.set(unlimited.at(103, 12), [signed(this.unlimitedW / 10)], 3);
    return this.unlimitedW;
  }
}

/** A bridge in front of such a house; the charge of the battery is in percent. */
export async function openHouse(
  options: { battery?: boolean; unlimited?: boolean; percent?: number } = {},
) {
  const devices = {
    inverter: alpha({ fixed: false }),
    meter: meter(),
    stored: battery(options.percent ?? 50),
    unlimited: alpha({ fixed: false, timer: false }),
  };
  const { inverter, meter: metered, stored, unlimited } = devices;
  const server = await startModbusServer(preferredServer, {
    1: inverter.image,
    2: stored.image,
    3: unlimited.image,
    240: metered.image,
  });
  onTestFinished(() => server.stop());
  const host = `127.0.0.1:${server.port}`;
  const at = openSite([
    { modbus: `${host}/1`, inverter: "dev_pv" },
    ...(options.battery ? [{ modbus: `${host}/2`, battery: "dev_bat" }] : []),
    ...(options.unlimited ? [{ modbus: `${host}/3`, inverter: "dev_old" }] : []),
    { modbus: `${host}/240`, meter: "dev_meter" },
  ]);
  const house = new House(server, {
    inverter,
    meter: metered,
    battery: options.battery ? stored : undefined,
    unlimited: options.unlimited ? unlimited : undefined,
  });
  const live = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      await house.second();
      at.clock.advance(1000);
      await at.site.tick();
    }
  };
  return { ...at, server, house, live, inverter, stored };
}
