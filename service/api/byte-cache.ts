const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** What an entry takes in memory without its value: its key, and the objects around it. */
const ENTRY_BYTES = 1_000;

/** The last used values of up to 32 MiB in total. */
export class ByteCache<T> {
  private readonly entries = new Map<string, { value: T; bytes: number }>();
  private bytes = 0;

  get(key: string): T | undefined {
    const found = this.entries.get(key);
    if (!found) return undefined;
    this.entries.delete(key);
    this.entries.set(key, found);
    return found.value;
  }

  /** Keeps a value that takes so many bytes. */
  set(key: string, value: T, bytes: number): void {
    this.delete(key);
    const all = bytes + ENTRY_BYTES;
    this.entries.set(key, { value, bytes: all });
    this.bytes += all;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= MAX_CACHED_BYTES) return;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    this.bytes -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }
}
