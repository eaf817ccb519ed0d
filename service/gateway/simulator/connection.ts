import { hashed, hashSeed } from "./noise.ts";

const BLOCK_MINUTES = 6 * 60;
const OUTAGE_SHARE = 0.01;
const SHORTEST_MINUTES = 10;
const MAX_OUTAGE_MINUTES = 40;

/** The network connection of a plant. Its outages occur at fixed pseudo-random minutes. */
export class Connection {
  private readonly seed: number;
  private readonly outages: boolean;
  private readonly lostMinute: number;
  private block = NaN;
  private fromMinute = Infinity;
  private toMinute = Infinity;

  /** Without `outages` the plant is always online until it is lost for good. */
  constructor(seed: string, outages = true, lostMinute = Infinity) {
    this.lostMinute = lostMinute;
    this.seed = hashSeed(`connection ${seed}`);
    this.outages = outages;
  }

  /** Whether the plant is online in the minute that starts `minute` minutes after 1970. */
  onlineAt(minute: number): boolean {
    if (minute >= this.lostMinute) return false;
    if (!this.outages) return true;
    const block = Math.floor(minute / BLOCK_MINUTES);
    if (block !== this.block) this.enter(block);
    return minute < this.fromMinute || minute >= this.toMinute;
  }

  private enter(block: number): void {
    this.block = block;
    this.fromMinute = this.toMinute = Infinity;
    if (hashed(this.seed, block) >= OUTAGE_SHARE) return;
    const choices = MAX_OUTAGE_MINUTES - SHORTEST_MINUTES + 1;
    const lasts = SHORTEST_MINUTES + Math.floor(hashed(this.seed + 1, block) * choices);
    const into = Math.floor(hashed(this.seed + 2, block) * (BLOCK_MINUTES - lasts));
    this.fromMinute = block * BLOCK_MINUTES + into;
    this.toMinute = this.fromMinute + lasts;
  }
}

/**
 * Whether the plant with this seed is offline in the minute that starts `minute` minutes after
 * 1970: in 1 % of blocks of six hours, for 10 to 40 minutes.
 */
export const offlineAt = (seed: string, minute: number): boolean =>
  !new Connection(seed).onlineAt(minute);
