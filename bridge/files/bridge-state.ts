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
  private saved: z.infer<typeof shape>;

  constructor(folder: string) {
    this.file = join(folder, "state.json");
    this.saved = shape.parse(readJson(this.file) ?? {});
  }

  /** When the latest accepted setpoint was issued, so that none before it is accepted again. */
  get lastIssuedMs(): number {
    return this.saved.last_issued_ms;
  }
  /** @throws Error if it cannot be written; it is then as it was */
  set lastIssuedMs(ms: number) {
    this.saved = this.write({ last_issued_ms: ms });
  }

  /** Until when the customer paused control. */
  get pausedUntilMs(): number {
    return this.saved.paused_until_ms;
  }
  /** @throws Error if it cannot be written; until a restart it counts nevertheless */
  set pausedUntilMs(ms: number) {
    this.saved = { ...this.saved, paused_until_ms: ms };
    this.write({});
  }

  private write(change: Partial<z.infer<typeof shape>>): z.infer<typeof shape> {
    const next = { ...this.saved, ...change };
    writeAtomically(this.file, `${JSON.stringify(next)}\n`);
    return next;
  }
}
