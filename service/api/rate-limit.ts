import type { BucketUse } from "../store/rate-buckets.ts";
import type { RateLimits, Variables } from "./deps.ts";
import type { Context } from "hono";
import { operations } from "../../lib/contract/index.ts";
import type { ApiKey } from "../store/keys.ts";
import { ApiProblem } from "./problems.ts";
import { addHeaders } from "./respond.ts";
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
  quota: number;
  /** Requests allowed since the last `collectUses`. */
  used: number;
}

/**
 * Token buckets by name, in memory: a quota per minute that refills evenly and may be spent at
 * once. The number of buckets is bounded; a full bucket needs no storage.
 */
export class Buckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(
    private readonly now: () => number,
    private readonly maxBuckets = MAX_BUCKETS,
  ) {}

  /** Takes one token from a quota per minute. */
  take(name: string, quota: number): QuotaResult {
    const nowMs = this.now();
    const perMs = quota / MINUTE_MS;
    const bucket = this.buckets.get(name);
    const elapsed = bucket ? Math.max(0, nowMs - bucket.atMs) : 0;
    const filled = bucket ? Math.min(quota, bucket.tokens + elapsed * perMs) : quota;
    const allowed = filled >= 1;
    const tokens = allowed ? filled - 1 : filled;
    const used = (bucket?.used ?? 0) + Number(allowed);
    this.store(name, { tokens, atMs: nowMs, quota, used });
    const remaining = Math.max(0, Math.floor(tokens));
    const moreSeconds = Math.max(1, Math.ceil((remaining + 1 - tokens) / perMs / 1000));
    return { allowed, remaining, moreSeconds };
  }

  /** Whether requests were allowed since the last `collectUses`. */
  get isUsed(): boolean {
    for (const { used } of this.buckets.values()) if (used > 0) return true;
    return false;
  }

  /** The requests allowed since the last call, by bucket. */
  collectUses(): BucketUse[] {
    const uses: BucketUse[] = [];
    for (const [name, bucket] of this.buckets) {
      const { used, quota, atMs } = bucket;
      if (used > 0) uses.push({ name, quota, used, atMs });
      bucket.used = 0;
    }
    return uses;
  }

  /** Takes over what is left of the quota of a bucket for all instances, at the time of a use. */
  adopt({ name, atMs, quota }: BucketUse, sharedTokens: number): void {
    const bucket = this.buckets.get(name);
    if (!bucket) return;
    const refilled = ((bucket.atMs - atMs) * quota) / MINUTE_MS;
    bucket.tokens = Math.min(quota, sharedTokens + refilled) - bucket.used;
  }

  /** Evicts the least recently used bucket. */
  private store(name: string, bucket: Bucket): void {
    this.buckets.delete(name);
    this.buckets.set(name, bucket);
    if (this.buckets.size <= this.maxBuckets) return;
    const [oldest] = this.buckets.keys();
    this.buckets.delete(oldest!);
  }
}

type Kind = "reads" | "changes";

const SHARE_EVERY_MS = 1_000;

/** Subtracts the uses of an instance from what all instances share; returns what is left. */
type TakeFromShared = (uses: readonly BucketUse[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Counts requests per key, shared with other instances each second, and requests with an unknown key
 * per address in this instance.
 */
export class Rates {
  private readonly buckets: Buckets;
  private readonly addresses: Buckets;
  private sharing: Promise<void> | NodeJS.Timeout | null = null;
  private sharedAtMs = -Infinity;

  constructor(
    private readonly limits: RateLimits,
    now: () => number,
    private readonly takeFromShared: TakeFromShared,
  ) {
    this.buckets = new Buckets(now);
    this.addresses = new Buckets(now);
  }

  /** Shares what was used, at once or a second after the last time. */
  private share(): void {
    if (this.sharing) return;
    const waitMs = this.sharedAtMs + SHARE_EVERY_MS - performance.now();
    if (waitMs <= 0) this.sharing = this.shareNow();
    else {
      this.sharing = setTimeout(() => (this.sharing = this.shareNow()), waitMs);
      this.sharing.unref();
    }
  }

  /** While the database does not answer, each instance counts on its own. */
  private async shareNow(): Promise<void> {
    const uses = this.buckets.collectUses();
    const shared = await this.takeFromShared(uses).catch(() => null);
    for (const use of uses) {
      const tokens = shared?.get(use.name);
      if (tokens !== undefined) this.buckets.adopt(use, tokens);
    }
    this.sharedAtMs = performance.now();
    this.sharing = null;
    if (this.buckets.isUsed) this.share();
  }

  /** Counts a request against its key and sets the rate-limit headers. @throws ApiProblem 429. */
  count(c: Context<Variables>, key: ApiKey | "configured"): void {
    const operation = c.get("operation");
    const kind: Kind = operation && operations[operation].changes ? "changes" : "reads";
    const quotas = this.quotasOf(key);
    const name = key === "configured" ? key : key.id;
    const taken = this.buckets.take(`${kind} ${name}`, quotas[kind]);
    if (taken.allowed) this.share();
    const left = `"${kind}";r=${taken.remaining};t=${taken.moreSeconds}`;
    const headers = { "RateLimit-Policy": toPolicies(quotas), RateLimit: left };
    addHeaders(c, headers);
    if (!taken.allowed)
      throw tooMany(`This API key may make ${quotas[kind]} ${kind} a minute.`, taken.moreSeconds);
  }

  /** Counts a request with an unknown key. @throws ApiProblem 429. */
  countUnknown(address: string): void {
    const { allowed, moreSeconds } = this.addresses.take(`address ${address}`, this.limits.unknown);
    if (!allowed)
      throw tooMany("Too many requests from this address with unknown API keys.", moreSeconds);
  }

  private quotasOf(key: ApiKey | "configured"): Record<Kind, number> {
    const { configured } = this.limits;
    if (key === "configured") return { reads: configured, changes: configured };
    return createQuotas(key, this.limits);
  }
}

/** Requests per minute of a key: its own quota, else the configured one. */
export const createQuotas = (
  key: Pick<ApiKey, "readsPerMinute" | "changesPerMinute">,
  limits: Pick<RateLimits, Kind>,
): Record<Kind, number> => ({
  reads: key.readsPerMinute ?? limits.reads,
  changes: key.changesPerMinute ?? limits.changes,
});

const toPolicies = ({ reads, changes }: Record<Kind, number>) =>
  `"reads";q=${reads};w=60, "changes";q=${changes};w=60`;

const tooMany = (detail: string, seconds: number) =>
  new ApiProblem("too_many", detail, undefined, { "Retry-After": String(seconds) }, "rate-limited");
