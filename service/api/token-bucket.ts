import { MINUTE_MS } from "../../lib/time/amsterdam.ts";

const MAX_BUCKETS = 20_000;

/** The rest of a quota after a request, or that it was exhausted. */
interface QuotaResult {
  allowed: boolean;
  /** Whole requests left. */
  remaining: number;
  /** Seconds until the next request is allowed beyond `remaining`. */
  moreSeconds: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Token buckets by name, in memory: a quota per minute that refills evenly and may be spent at
 * once. The number of buckets is bounded; a full bucket needs no storage.
 */
export class Buckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly now: () => number,
    private readonly most = MAX_BUCKETS,
  ) {}

  /** Takes one token from a quota per minute. */
  take(name: string, quota: number): QuotaResult {
    const nowMs = this.now();
    const perMs = quota / MINUTE_MS;
    const known = this.buckets.get(name);
    const elapsed = known ? Math.max(0, nowMs - known.atMs) : 0;
    const filled = known ? Math.min(quota, known.tokens + elapsed * perMs) : quota;
    const allowed = filled >= 1;
    const tokens = allowed ? filled - 1 : filled;
    this.store(name, { tokens, atMs: nowMs });
    const remaining = Math.floor(tokens);
    const moreSeconds = Math.max(1, Math.ceil((remaining + 1 - tokens) / perMs / 1000));
    return { allowed, remaining, moreSeconds };
  }

  /** Evicts the least recently used bucket. */
  private store(name: string, bucket: Bucket): void {
    this.buckets.delete(name);
    this.buckets.set(name, bucket);
    if (this.buckets.size <= this.most) return;
    const [oldest] = this.buckets.keys();
    this.buckets.delete(oldest!);
  }
}
