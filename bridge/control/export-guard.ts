import type { UnitReading } from "../adapter/adapter.ts";
import type { BridgeLog } from "../adapter/runtime.ts";
import type { Doubts } from "./decide.ts";
import type { Follower } from "./follower.ts";
import type { ActiveSetpoint } from "./setpoints.ts";

/** How long net injection exceeds its limit before measurements count instead of commands. */
const DOUBT_AFTER_MS = 10_000;
/** How long it does so, with what is measured, before the setpoint counts as failed. */
const FAIL_AFTER_MS = 30_000;
/** How long a device is doubted: it may have been full, asleep or without a connection. */
const DOUBT_MS = 15 * 60_000;

type Readings = readonly (UnitReading | undefined)[];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const round = (watts: number) => `${Math.round(watts)} W`;

/** Power that a battery was told to take, in W. */
const commandedChargeW = ({ part, lastW = 0 }: Follower) =>
  part === "battery" ? Math.max(0, lastW) : 0;

/** What a device adds to net injection beyond its command, in W. */
function excessOf({ index, part, lastW }: Follower, readings: Readings): number {
  const powerW = readings[index]?.[part]?.powerW;
  if (powerW == null || lastW === undefined) return 0;
  return part === "inverter" ? powerW - lastW : powerW + lastW;
}

/**
 * Compares for zero export what the meter shows with what devices were commanded. Those to blame are
 * doubted for a while: what they measure counts then.
 */
export class ExportGuard {
  private sinceMs: number | undefined;
  /** When devices were doubted last: those left get time to make up for them. */
  private judgedMs = -Infinity;
  private readonly doubtedUntilMs = new Map<Follower, number>();
  private reason = "";

  constructor(
    private readonly followers: readonly Follower[],
    private readonly monotonicMs: () => number,
    private readonly log: BridgeLog,
  ) {}

  /** Why the setpoint is not executed although devices confirm it; undefined while it is. */
  get failure(): string | undefined {
    return this.lastsMs >= FAIL_AFTER_MS ? this.reason : undefined;
  }

  /** The units whose devices do not do what they are commanded to. */
  get doubts(): Doubts {
    const nowMs = this.monotonicMs();
    const isDoubted = (follower: Follower) => (this.doubtedUntilMs.get(follower) ?? 0) > nowMs;
    const indexes = (followers: readonly Follower[]) => new Set(followers.map((one) => one.index));
    const [inverters, batteries] = (["inverter", "battery"] as const).map((part) =>
      this.followers.filter((follower) => follower.part === part),
    );
    return {
      inverters: indexes(inverters!.filter((one) => !one.accepts || isDoubted(one))),
      batteries: indexes(batteries!.filter(isDoubted)),
    };
  }

  /** Compares what a turn measured with what was commanded before it. */
  check(readings: Readings, { type, limitKw }: ActiveSetpoint): void {
    const meters = readings.flatMap((reading) => reading?.meterW ?? []);
    const excessW = sum(meters) - (limitKw ?? 0) * 1000;
    const toleranceW = this.toleranceW(readings);
    if (type !== "ZERO_EXPORT" || excessW <= toleranceW) return this.interrupt();
    const nowMs = this.monotonicMs();
    this.sinceMs ??= nowMs;
    if (nowMs - Math.max(this.sinceMs, this.judgedMs) >= DOUBT_AFTER_MS)
      this.doubt(readings, excessW, toleranceW);
  }

  /** Forgets since when net injection is too high: another setpoint, or not all was measured. */
  interrupt(): void {
    this.sinceMs = undefined;
  }

  private get lastsMs(): number {
    return this.sinceMs === undefined ? -1 : this.monotonicMs() - this.sinceMs;
  }

  /** What devices and meters may be off by: a doubt costs the energy that a battery would take. */
  private toleranceW(readings: Readings): number {
    const ratedW = sum(readings.map((reading) => reading?.inverter?.ratedW ?? 0));
    return Math.max(100, 0.02 * ratedW, 0.1 * sum(this.followers.map(commandedChargeW)));
  }

  private doubt(readings: Readings, excessW: number, toleranceW: number): void {
    const causes = this.followers.filter((one) => excessOf(one, readings) > toleranceW);
    const explained = causes.map(({ name, part, index, lastW = 0 }) => {
      const powerW = readings[index]![part]!.powerW!;
      if (part === "inverter")
        return `${name} gives ${round(powerW)} with a limit of ${round(lastW)}`;
      if (lastW > 0) return `${name} takes ${round(-powerW)} of ${round(lastW)}`;
      return `${name} gives ${round(powerW)} instead of ${round(-lastW)}`;
    });
    this.reason = `net injection stays ${round(excessW)} above its limit: ${explained.join(", ") || "no device explains it"}`;
    // Where none explains it, a battery may report a power that it does not take.
    const doubted =
      causes.length > 0 ? causes : this.followers.filter((one) => one.part === "battery");
    const nowMs = this.monotonicMs();
    const isNew = doubted.some((one) => (this.doubtedUntilMs.get(one) ?? 0) <= nowMs);
    if (isNew) this.log.warn(`${this.reason}; what is measured counts for now`);
    this.judgedMs = nowMs;
    for (const one of doubted) this.doubtedUntilMs.set(one, nowMs + DOUBT_MS);
  }
}
