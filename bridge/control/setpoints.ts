import type { Clock } from "../adapter/runtime.ts";
import { toMillis } from "../../lib/time/instant.ts";
import { setpointPayload, type SetpointPayload } from "../../service/gateway/mqtt/payloads.ts";

/** How far the service's clock may be ahead of this one (docs/reference/mqtt.md). */
const CLOCK_TOLERANCE_MS = 5_000;
/** No setpoint is valid for longer (docs/reference/mqtt.md). */
const MAX_VALID_MS = 5 * 60_000;

/** A setpoint that the devices must follow. */
export interface ActiveSetpoint {
  controlId: string;
  type: Exclude<SetpointPayload["type"], "RELEASE">;
  limitKw: number | null;
  batteryReserve: number | undefined;
  /** What is left of its validity, in ms. */
  leftMs: number;
}

/** Remembers when the latest setpoint was issued. */
export interface IssuedMemory {
  lastIssuedMs: number;
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });

function parse(payload: Uint8Array): SetpointPayload | undefined {
  try {
    return setpointPayload.safeParse(JSON.parse(UTF8.decode(payload))).data;
  } catch {
    return undefined;
  }
}

const SIGNS: Record<string, (kw: number) => boolean> = {
  ZERO_EXPORT: (kw) => kw >= 0,
  MAX_PRODUCTION: (kw) => kw >= 0,
  MAX_CONSUMPTION: (kw) => kw <= 0,
};

/**
 * The setpoint in force. It ends on the monotonic clock, measured from its arrival, and on the clock
 * of the day, whichever is earlier: a jump of the clock can shorten a setpoint and never lengthen it.
 */
export class Setpoints {
  private latest: { setpoint: SetpointPayload; endsMs: number } | undefined;
  /** When the latest release was issued; it counts even if the memory could not save it. */
  private releasedMs = 0;

  constructor(
    private readonly clock: Clock,
    private readonly memory: IssuedMemory,
  ) {}

  /**
   * Takes a message of the location's setpoint topic.
   * @returns why it is ignored; undefined if it is now the setpoint of the location
   * @throws Error if it cannot be saved; a release is followed nevertheless
   */
  accept(payload: Uint8Array): string | undefined {
    const setpoint = parse(payload);
    if (!setpoint) return "it is no setpoint";
    const { control_id, type, limit_kw } = setpoint;
    const nowMs = this.clock.nowMs();
    const issuedMs = toMillis(setpoint.issued_at);
    const untilMs = toMillis(setpoint.valid_until);
    const about = `${type} of ${control_id}`;
    if (untilMs <= nowMs) return `${about} expired at ${setpoint.valid_until}`;
    if (issuedMs > nowMs + CLOCK_TOLERANCE_MS)
      return `${about} was issued in the future: check the clocks`;
    if (untilMs > Math.min(nowMs, issuedMs) + MAX_VALID_MS + CLOCK_TOLERANCE_MS)
      return `${about} is valid for longer than 5 minutes`;
    if (issuedMs < Math.max(this.memory.lastIssuedMs, this.releasedMs))
      return `${about} is older than one before it`;
    if (limit_kw !== null && SIGNS[type]?.(limit_kw) === false)
      return `${about} has a limit of ${limit_kw} kW, which is no limit in that direction`;
    if (type === "RELEASE") {
      this.latest = undefined;
      this.releasedMs = issuedMs;
    }
    if (issuedMs !== this.memory.lastIssuedMs) this.memory.lastIssuedMs = issuedMs;
    this.latest = { setpoint, endsMs: this.clock.monotonicMs() + untilMs - nowMs };
    return undefined;
  }

  /** What the devices must do now; undefined is normal operation. */
  get active(): ActiveSetpoint | undefined {
    if (!this.latest) return undefined;
    const { setpoint, endsMs } = this.latest;
    const { control_id, type, limit_kw, battery_reserve, valid_until } = setpoint;
    const leftMs = Math.min(
      endsMs - this.clock.monotonicMs(),
      toMillis(valid_until) - this.clock.nowMs(),
    );
    if (type === "RELEASE" || leftMs <= 0) {
      this.latest = undefined;
      return undefined;
    }
    return {
      controlId: control_id,
      type,
      limitKw: limit_kw,
      batteryReserve: battery_reserve,
      leftMs,
    };
  }
}
