import { join } from "node:path";
import { z } from "zod";
import { readJson, writeAtomically } from "./atomic-file.ts";

const shape = z.object({
  last_issued_ms: z.number().default(0),
  paused_until_ms: z.number().default(0),
});

/** What the bridge must remember over a restart besides the limits of the devices. */
export class BridgeState {
  private readonly file: string;
  private readonly saved: z.infer<typeof shape>;

  constructor(folder: string) {
    this.file = join(folder, "state.json");
    this.saved = shape.parse(readJson(this.file) ?? {});
  }

  /** When the latest accepted setpoint was issued, so that none before it is accepted again. */
  get lastIssuedMs(): number {
    return this.saved.last_issued_ms;
  }
  set lastIssuedMs(ms: number) {
    this.update({ last_issued_ms: ms });
  }

  /** Until when the customer paused control. */
  get pausedUntilMs(): number {
    return this.saved.paused_until_ms;
  }
  set pausedUntilMs(ms: number) {
    this.update({ paused_until_ms: ms });
  }

  private update(change: Partial<z.infer<typeof shape>>): void {
    Object.assign(this.saved, change);
    writeAtomically(this.file, `${JSON.stringify(this.saved)}\n`);
  }
}
