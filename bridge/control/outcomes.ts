/** How long a device may not confirm a setpoint before it is reported as failed. It is tried on. */
const FAIL_AFTER_MS = 10_000;

/** The outcome of a setpoint at a device, as it is acknowledged. */
export interface DeviceOutcome {
  device_id: string;
  outcome: "executed" | "failed" | "unsupported";
  detail?: string;
}

type Result = Omit<DeviceOutcome, "device_id">;

interface Entry {
  controlId: string;
  /** Since when the device has not confirmed what it must do. */
  pendingSinceMs?: number;
  outcome?: DeviceOutcome;
  isReported: boolean;
}

/** The outcomes of the setpoint in force, per device, and which of them are to be acknowledged. */
export class Outcomes {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly monotonicMs: () => number) {}

  get all(): DeviceOutcome[] {
    return [...this.entries.values()].flatMap(({ outcome }) => outcome ?? []);
  }

  /** The device has confirmed the setpoint, or never will. */
  settle(deviceId: string, controlId: string, result: Result): void {
    const entry = this.entryOf(deviceId, controlId);
    delete entry.pendingSinceMs;
    this.set(entry, deviceId, result);
  }

  /** Not confirmed: failed after a while. Whatever it had confirmed before no longer holds then. */
  wait(deviceId: string, controlId: string, detail: string): void {
    const entry = this.entryOf(deviceId, controlId);
    entry.pendingSinceMs ??= this.monotonicMs();
    if (this.monotonicMs() - entry.pendingSinceMs < FAIL_AFTER_MS) return;
    this.set(entry, deviceId, { outcome: "failed", detail });
  }

  /** Forgets the outcomes: no setpoint is in force. */
  clear(): void {
    this.entries.clear();
  }

  /** The outcomes that changed since the last call. */
  takeChanged(): DeviceOutcome[] {
    const changed = [...this.entries.values()].filter(({ isReported }) => !isReported);
    for (const entry of changed) entry.isReported = true;
    return changed.flatMap(({ outcome }) => outcome ?? []);
  }

  private entryOf(deviceId: string, controlId: string): Entry {
    const current = this.entries.get(deviceId);
    if (current?.controlId === controlId) return current;
    const entry: Entry = { controlId, isReported: true };
    this.entries.set(deviceId, entry);
    return entry;
  }

  private set(entry: Entry, device_id: string, { outcome, detail }: Result): void {
    if (entry.outcome?.outcome === outcome) return;
    entry.outcome = { device_id, outcome, ...(detail && { detail: detail.slice(0, 500) }) };
    entry.isReported = false;
  }
}
