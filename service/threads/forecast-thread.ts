import { Worker } from "node:worker_threads";
import type { Horizon, OutlookSum } from "../engine/outlook-sums.ts";
import type { SitePortion } from "./site-portion.ts";

/** The sums of areas by their names. */
export type Areas = ReadonlyMap<string, OutlookSum>;

/** When the forecast of a site begins: one with batteries is planned from now on. */
export interface SeriesWindow {
  withBatteriesMs: number;
  withoutMs: number;
  toMs: number;
}

/** What a thread computes of a portion of sites. */
export type ThreadRequest =
  | { kind: "areas"; portion: SitePortion; horizon: Horizon }
  /** The forecast of each site into `kw`, at multiples of `stride`: panels first, then the load. */
  | {
      kind: "series";
      portion: SitePortion;
      window: SeriesWindow;
      kw: Float32Array;
      stride: number;
    };

/** The sums of areas; null for other requests, and for a thread that has started. */
export type ThreadAnswer = Areas | null;

interface Pending {
  resolve(answer: ThreadAnswer): void;
  reject(error: Error): void;
}

/** Threads make short-lived objects only, for which a few megabytes do. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

/** A thread that computes forecasts, one request after another. */
export class ForecastThread {
  private readonly worker = new Worker(new URL("./forecast-worker.mjs", import.meta.url), {
    resourceLimits: LIMITS,
  });
  private pending: Pending[] = [];
  private error: Error | null = null;
  /** Resolves when it has started; rejects when it ends before. */
  readonly started: Promise<unknown>;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;

  constructor() {
    this.started = this.next();
    this.started.catch(() => undefined);
    this.worker.unref();
    this.worker.on("message", (answer: ThreadAnswer) => this.pending.shift()!.resolve(answer));
    this.worker.on("error", (error) => this.fail(error));
    this.ended = new Promise((resolve) => {
      this.worker.once("exit", (code) => {
        this.fail(new Error(`A thread that computes forecasts ended with code ${code}`));
        resolve();
      });
    });
  }

  /** Whether it can compute nothing any more. */
  get hasEnded(): boolean {
    return this.error !== null;
  }

  /** Computes a request after those before it; rejects when the thread ends before. */
  compute(request: ThreadRequest): Promise<ThreadAnswer> {
    if (this.error) return Promise.reject(this.error);
    this.worker.postMessage(request);
    return this.next();
  }

  /** Ends it. */
  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private next(): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => this.pending.push({ resolve, reject }));
  }

  private fail(error: Error): void {
    this.error ??= error;
    const { pending } = this;
    this.pending = [];
    for (const { reject } of pending) reject(this.error);
  }
}
