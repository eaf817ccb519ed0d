import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Measurement } from "../../lib/contract/index.ts";
import { openAdapter, unitName, type AdapterContext } from "../../bridge/bridge.ts";
import type { UnitConfig } from "../../bridge/config.ts";
import type { DeviceOutcome } from "../../bridge/control/outcomes.ts";
import { Site } from "../../bridge/control/site.ts";
import { BridgeState } from "../../bridge/files/bridge-state.ts";
import { FixedLimits } from "../../bridge/files/fixed-limits.ts";
import type { SetpointPayload } from "../../service/gateway/mqtt/payloads.ts";
import type { ModbusServer } from "./modbus-server.ts";

/** A clock that a test moves; both clocks advance together unless one is made to jump. */
export class TestClock {
  private dayMs = Date.parse("2026-06-15T10:00:00Z");
  private steadyMs = 5_000;

  nowMs = () => this.dayMs;
  monotonicMs = () => this.steadyMs;
  advance(ms: number): void {
    this.dayMs += ms;
    this.steadyMs += ms;
  }
  /** Sets the clock of the day, as a wrong time server does. */
  jump(ms: number): void {
    this.dayMs += ms;
  }
}

/** An empty folder that is deleted after the test. */
export function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bridge-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a site under test reported. */
export interface Reported {
  acknowledged: { controlId: string; devices: DeviceOutcome[] }[];
  measured: Measurement[];
  lines: string[];
}

export interface TestSiteOptions {
  clock?: TestClock;
  folder?: string;
  isDryRun?: boolean;
  pausedUntilMs?: () => number;
}

type ModbusUnit = Extract<UnitConfig, { modbus: string }>;
/** Units without the fields that have defaults. */
type UnitInput =
  (Pick<ModbusUnit, "modbus"> & Partial<ModbusUnit>) | Extract<UnitConfig, { evcc: string }>;

const withDefaults = (unit: UnitInput): UnitConfig =>
  "evcc" in unit
    ? unit
    : { meter_positive: "import", allow_no_timer: false, timeout_ms: 500, ...unit };

/** A site on real Modbus connections, with a clock and files of its own. */
export function openSite(units: readonly UnitInput[], options: TestSiteOptions = {}) {
  const { clock = new TestClock(), folder = stateFolder(), isDryRun = false } = options;
  const reported: Reported = { acknowledged: [], measured: [], lines: [] };
  const note = (line: string) => void reported.lines.push(line);
  const log = { info: note, warn: note };
  const connections: AdapterContext["connections"] = new Map();
  const context = { clock, log, fixed: new FixedLimits(folder), isDryRun, connections };
  const opened = units.map(withDefaults).map((unit) => ({
    name: unitName(unit),
    ids: {
      inverter: "modbus" in unit ? unit.inverter : undefined,
      battery: unit.battery,
      meter: unit.meter,
    },
    adapter: openAdapter(unit, context),
  }));
  const site = new Site({
    units: opened,
    clock,
    log,
    memory: new BridgeState(folder),
    isDryRun,
    pausedUntilMs: options.pausedUntilMs ?? (() => 0),
    acknowledge: (controlId, devices) => void reported.acknowledged.push({ controlId, devices }),
    measured: (measurement) => void reported.measured.push(measurement),
  });
  const close = () => {
    for (const connection of connections.values()) connection.close();
  };
  onTestFinished(close);
  let issued = 0;
  const send = (more: Partial<SetpointPayload> & { seconds?: number } = {}) => {
    const { seconds = 300, ...fields } = more;
    site.receive(
      Buffer.from(
        JSON.stringify({
          control_id: "ctrl_1",
          type: "MAX_CONSUMPTION",
          limit_kw: null,
          issued_at: new Date(clock.nowMs() + issued++).toISOString(),
          valid_until: new Date(clock.nowMs() + seconds * 1000).toISOString(),
          revert: "normal",
          ...fields,
        }),
      ),
    );
  };
  return { site, adapter: opened[0]!.adapter, clock, folder, reported, send, close };
}

/** Lets time pass second by second, for the devices and for the bridge. */
export async function pass(
  seconds: number,
  { site, clock }: { site: Pick<Site, "tick">; clock: TestClock },
  ...servers: ModbusServer[]
): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    for (const server of servers) await server.advance(1);
    await site.tick();
  }
}
