import { z } from "zod";
import { DeviceError, type Adapter, type Part, type UnitReading } from "../adapter/adapter.ts";
import type { Clock } from "../adapter/runtime.ts";

/** evcc resets the mode by itself after 60 s (docs.evcc.io, REST API, `setExternalBatteryMode`). */
const RENEW_MS = 30_000;
const TIMEOUT_MS = 3_000;

const state = z.object({
  grid: z.object({ power: z.number() }).optional(),
  pvPower: z.number().optional(),
  battery: z
    .object({ power: z.number(), soc: z.number(), devices: z.array(z.unknown()).optional() })
    .optional(),
  batteryMode: z.string().optional(),
});
const wrapped = z.union([z.object({ result: state }), state]);

/** The settings of an evcc. */
export interface EvccOptions {
  /** Such as http://evcc.local:7070. */
  url: string;
  maxChargeW: number;
  roles: { battery: boolean; meter: boolean };
  clock: Clock;
  isDryRun: boolean;
}

/**
 * The batteries behind an evcc, over its HTTP API. evcc knows the modes normal, hold and charge and no
 * power, so a charge is full power; it cannot be told to discharge. It does not limit PV.
 */
export class EvccAdapter implements Adapter {
  private renewedMs = -Infinity;
  private mode: "charge" | "hold" | undefined;

  constructor(private readonly options: EvccOptions) {}

  async read(): Promise<UnitReading> {
    const { grid, battery } = await this.state();
    const { roles, maxChargeW } = this.options;
    return {
      ...(roles.meter && grid && { meterW: -grid.power }),
      ...(roles.battery &&
        battery && {
          battery: {
            powerW: battery.power,
            stateOfCharge: battery.soc / 100,
            maxChargeW,
            maxDischargeW: 0,
            isBehindInverter: false,
            isAllOrNothing: true,
          },
        }),
    };
  }

  limit(): Promise<boolean> {
    return Promise.reject(new DeviceError("unsupported", "evcc does not limit inverters"));
  }

  async charge(watts: number): Promise<boolean> {
    if (watts < 0) throw new DeviceError("unsupported", "evcc does not discharge on demand");
    return this.setMode(watts > 0 ? "charge" : "hold");
  }

  hold(): Promise<boolean> {
    return this.setMode("hold");
  }

  async release(part: Part): Promise<boolean> {
    if (part === "inverter") throw new DeviceError("unsupported", "evcc does not limit inverters");
    if (this.mode === undefined || this.options.isDryRun) return true;
    await this.request("DELETE", "batterymode");
    this.mode = undefined;
    return true;
  }

  private async setMode(mode: "charge" | "hold"): Promise<boolean> {
    if (this.options.isDryRun) return false;
    const nowMs = this.options.clock.monotonicMs();
    if (mode !== this.mode || nowMs - this.renewedMs >= RENEW_MS) {
      await this.request("POST", `batterymode/${mode}`);
      [this.mode, this.renewedMs] = [mode, nowMs];
    }
    return (await this.state()).batteryMode === mode;
  }

  private async state(): Promise<z.infer<typeof state>> {
    const parsed = wrapped.safeParse(await this.request("GET", "state"));
    if (!parsed.success) throw new DeviceError("refused", "evcc reports a state of another shape");
    return "result" in parsed.data ? parsed.data.result : parsed.data;
  }

  private async request(method: string, path: string): Promise<unknown> {
    const url = new URL(`/api/${path}`, this.options.url);
    let response: Response;
    try {
      response = await fetch(url, { method, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      throw new DeviceError("silent", `evcc: ${(error as Error).message}`);
    }
    if (!response.ok) throw new DeviceError("refused", `evcc answers ${response.status}`);
    return response.json().catch(() => undefined);
  }
}
