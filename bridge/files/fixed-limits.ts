import { join } from "node:path";
import { z } from "zod";
import { readJson, writeAtomically } from "./atomic-file.ts";

const entry = z.object({
  /** The registers as the installer left them. */
  registers: z.array(z.number().int().min(0).max(0xffff)),
  /** Whether the bridge may have written to them since. */
  active: z.boolean(),
});
const entries = z.record(z.string(), entry);

/** The registers of a control block before the bridge wrote to it. */
export type FixedLimit = z.infer<typeof entry>;

/** Names of a control block in the file. */
export interface LimitKeys {
  key: string;
  /** The name that the blocks of all models of a control once shared. */
  olderKey: string;
}

/**
 * The installer's settings of each device, in a file. An entry is on disk, as active, before the first
 * write to the device, and becomes inactive when the device reports the restored registers.
 */
export class FixedLimits {
  private readonly file: string;
  private saved: Record<string, FixedLimit>;

  /** @throws Error if the file is damaged: nothing is controlled then */
  constructor(folder: string) {
    this.file = join(folder, "fixed-limits.json");
    this.saved = entries.parse(readJson(this.file) ?? {});
  }

  /** The entry of a block of so many registers, which tell the blocks of an older name apart. */
  find({ key, olderKey }: LimitKeys, count: number): FixedLimit | undefined {
    const saved = this.saved[key] ?? this.saved[olderKey];
    return saved?.registers.length === count ? saved : undefined;
  }

  /** @throws Error if it cannot be written; the entry is then as it was */
  save(key: string, limit: FixedLimit): void {
    const next = { ...this.saved, [key]: limit };
    writeAtomically(this.file, `${JSON.stringify(next, null, 2)}\n`);
    this.saved = next;
  }
}
