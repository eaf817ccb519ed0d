import { floorQuarter, HOUR_MS } from "../../lib/time/amsterdam.ts";
import { waitWithTimeout } from "../../lib/time/timeout.ts";
import type { NewFloats } from "../engine/float-arrays.ts";
import type { Series } from "../engine/site.ts";
import type { ForecastThread, SeriesWindow } from "../threads/forecast-thread.ts";
import type { ForecastThreads } from "../threads/forecast-threads.ts";
import { getSeriesSpan } from "../threads/portion-series.ts";
import { packSites, type PortionMemory } from "../threads/site-portion.ts";
import type { Member } from "./fleet-entries.ts";

/** Shorter forecasts take less time than packing their sites for a thread. */
const MIN_MS = 6 * HOUR_MS;
/** Portions ahead for each thread: this one sends others only in its turns. */
const PORTIONS_PER_THREAD = 4;
/** Packing more at once would keep requests waiting. */
const PORTIONS_AT_ONCE = 2;
/** When a thread has not answered by then, this one computes the rest. */
const MAX_WAIT_MS = 500;

const NOTHING = { storedKwh: [], areas: [] };

/** A portion that a thread computes, or has computed. */
interface SentPortion {
  memory: PortionMemory;
  kw: Float32Array;
  state: "sent" | "done" | "failed";
  answered: Promise<void>;
}

/**
 * Forecasts of locations that are planned one after another: while some are planned, threads that
 * nothing else uses compute those of the next ones.
 */
export class ForecastsAhead {
  private readonly window: SeriesWindow;
  /** How many numbers of each location a portion has room for. */
  private readonly stride: number;
  private readonly locationsPerPortion: number;
  private readonly portions: number;
  private readonly sent = new Map<number, SentPortion>();
  private threads: ForecastThread[] = [];
  private current = -1;
  /** The first portion that may still be sent. */
  private next = 0;
  private isEnded = false;

  /** @param members in the order in which they are planned */
  constructor(
    private readonly members: readonly Member[],
    { fromMs, toMs }: { fromMs: number; toMs: number },
    nowMs: number,
    private readonly pool: ForecastThreads | null,
  ) {
    // Without a battery, the time before the window does not affect the plan in it.
    const [withBatteriesMs, withoutMs] = [floorQuarter(nowMs), floorQuarter(fromMs)];
    this.window = { withBatteriesMs, withoutMs, toMs };
    this.stride = 2 * Math.max(this.getSpan(true).count, this.getSpan(false).count);
    const { manySites, sitesPerPortion } = pool ?? {
      manySites: Infinity,
      sitesPerPortion: Infinity,
    };
    const isWorthwhile = members.length >= manySites && toMs - withoutMs >= MIN_MS;
    this.locationsPerPortion = sitesPerPortion;
    this.portions = isWorthwhile ? Math.ceil(members.length / this.locationsPerPortion) : 0;
  }

  /** The start of the forecast of a location, and how many quarter-hours it has. */
  getSpan(hasBatteries: boolean): { startMs: number; count: number } {
    return getSeriesSpan(this.window, hasBatteries);
  }

  /**
   * Whether `wait` must be called before the location at a position is planned, because a thread is
   * computing its forecast.
   */
  isLacking(position: number): boolean {
    if (this.portions === 0) return false;
    const portion = this.portionAt(position);
    if (portion !== this.current) this.goTo(portion);
    return this.sentAt(position)?.state === "sent";
  }

  /** Waits until a thread has computed the forecast of the location at a position, if one does. */
  async wait(position: number): Promise<void> {
    const sent = this.sentAt(position);
    if (sent?.state !== "sent") return;
    // The threads have too much to do: the next portion is left to this one.
    this.next += 1;
    await waitWithTimeout(sent.answered, MAX_WAIT_MS);
    if (sent.state === "sent") this.end();
  }

  /** The forecast of the location at a position in memory of `floats`; null if no thread computed it. */
  take(position: number, floats: NewFloats): Series | null {
    const sent = this.sentAt(position);
    if (sent?.state !== "done") return null;
    const { startMs, count } = this.getSpan(this.members[position]!.site.batteries.length > 0);
    const [pvKw, loadKw] = [floats(count), floats(count)];
    const at = (position % this.locationsPerPortion) * this.stride;
    for (let i = 0; i < count; i++) {
      pvKw[i] = sent.kw[at + i]!;
      loadKw[i] = sent.kw[at + count + i]!;
    }
    return { startMs, pvKw, loadKw };
  }

  /** Ends the use of threads; what is not computed yet is not waited for. */
  end(): void {
    this.isEnded = true;
    for (const portion of this.sent.keys()) this.forget(portion);
    this.giveThreadsBack();
  }

  private portionAt(position: number): number {
    return Math.floor(position / this.locationsPerPortion);
  }

  private sentAt(position: number): SentPortion | undefined {
    return this.sent.get(this.portionAt(position));
  }

  /** Planning goes on with a portion, or begins anew with it. */
  private goTo(portion: number): void {
    const isAnew = portion < this.current;
    this.current = portion;
    for (const one of this.sent.keys()) if (isAnew || one < portion) this.forget(one);
    this.next = isAnew ? portion + 1 : Math.max(this.next, portion + 1);
    this.send();
  }

  /** Forgets a portion; its memory is used again when no thread uses it any more. */
  private forget(portion: number): void {
    const { memory, answered } = this.sent.get(portion)!;
    this.sent.delete(portion);
    void answered.then(() => this.pool!.release(memory));
  }

  private giveThreadsBack(): void {
    for (const thread of this.threads) this.pool!.giveBack(thread);
    this.threads = [];
  }

  private send(): void {
    if (this.isEnded) return;
    try {
      this.threads = this.threads.filter(({ hasEnded }) => !hasEnded);
      if (this.pool!.areWanted) this.giveThreadsBack();
      for (let n = 0; n < PORTIONS_AT_ONCE && this.next < this.portions; n++) {
        const ahead = this.sent.size - Number(this.sent.has(this.current));
        if (ahead >= PORTIONS_PER_THREAD * this.threads.length && !this.takeThread()) return;
        this.sendTo(this.threads[this.next % this.threads.length]!, this.next++);
      }
      if (this.next >= this.portions) this.giveThreadsBack();
    } catch {
      // Without memory for a portion this thread computes all of them.
      this.end();
    }
  }

  /** @returns false if there is no other thread */
  private takeThread(): boolean {
    if (this.threads.length >= Math.max(1, this.pool!.maxThreads - 1)) return false;
    const thread = this.pool!.takeIdle();
    if (thread) this.threads.push(thread);
    return thread !== undefined;
  }

  private sendTo(thread: ForecastThread, portion: number): void {
    const { pool, stride, window, members, locationsPerPortion } = this;
    const from = portion * locationsPerPortion;
    const some = members.slice(from, from + locationsPerPortion);
    const memory = pool!.allocate();
    const kw = memory.takeResults(some.length * stride);
    const sites = some.map(({ site, model }) => ({ site, model, ...NOTHING }));
    const startMs = Math.min(window.withBatteriesMs, window.withoutMs);
    const span = { startMs, quarters: stride / 2 };
    const request = { kind: "series", window, kw, stride } as const;
    const answer = thread.compute({ ...request, portion: packSites(sites, span, memory) });
    const end = (state: SentPortion["state"]) => () => {
      sent.state = state;
    };
    const answered = answer.then(end("done"), end("failed"));
    const sent: SentPortion = { memory, kw, state: "sent", answered };
    void answered.then(() => this.send());
    this.sent.set(portion, sent);
  }
}
