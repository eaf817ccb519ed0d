import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import {
  OutlookSums,
  type CountedSite,
  type Horizon,
  type OutlookSum,
} from "../engine/outlook-sums.ts";
import { Turns } from "../planning/turns.ts";
import { modelBytes, packSites, type OutlookPortion } from "./outlook-portion.ts";

/** From this many sites on, threads sum them. */
const MANY_SITES = 2_000;
const SITES_PER_PORTION = 1_000;
const MAX_THREADS = 8;
/** A portion whose thread ended is summed by another one, so often. */
const MAX_TRIES = 2;

/** Threads make short-lived objects only, for which a few megabytes do. */
const THREAD_LIMITS = { maxYoungGenerationSizeMb: 8 };

// The option with which the process began would go before the limit of each thread.
setFlagsFromString("--max-semi-space-size=0");

type Areas = ReadonlyMap<string, OutlookSum>;

/** The sums of a portion, and the buffer of its models for the next one. */
export interface ThreadAnswer {
  areas: Areas;
  buffer: ArrayBuffer;
}

/**
 * Sums the forecasts of sites by area. Many sites are summed by threads, so that requests are
 * answered meanwhile. Threads are started when they are first needed and used again: their code is
 * compiled while it runs.
 */
export class OutlookThreads {
  private readonly maxThreads = Math.min(MAX_THREADS, availableParallelism());
  private readonly all = new Set<Worker>();
  private readonly idle: Worker[] = [];
  private readonly waiting: ((thread: Worker) => void)[] = [];
  /** Buffers of models: many new ones would make the garbage collector look through the whole fleet. */
  private readonly buffers: ArrayBuffer[] = [];

  /** @param manySites from this many sites on, threads sum them */
  constructor(private readonly manySites = MANY_SITES) {}

  /** The sums of these sites from `startMs` on; they are among `total` sites that are to be summed. */
  async sum(
    sites: readonly CountedSite[],
    startMs: number,
    horizon: Horizon,
    total = sites.length,
  ): Promise<Areas> {
    const sums = new OutlookSums(startMs, horizon);
    if (total < this.manySites) {
      const turns = new Turns();
      for (const [i, site] of sites.entries()) {
        if (turns.isOver(i)) await turns.next();
        sums.add(site);
      }
    } else
      await Promise.all(
        Array.from({ length: Math.ceil(sites.length / SITES_PER_PORTION) }, async (_, portion) => {
          const from = portion * SITES_PER_PORTION;
          const some = sites.slice(from, from + SITES_PER_PORTION);
          sums.merge(await this.request((buffer) => packSites(some, startMs, horizon, buffer)));
        }),
      );
    return sums.areas;
  }

  /** Ends the threads. Sums that are not finished fail. */
  async close(): Promise<void> {
    await Promise.all([...this.all].map((thread) => thread.terminate()));
  }

  private async request(pack: (buffer: ArrayBuffer) => OutlookPortion): Promise<Areas> {
    for (let tries = 1; ; tries++) {
      const thread = await this.take();
      try {
        const free = this.buffers.pop() ?? new ArrayBuffer(modelBytes(SITES_PER_PORTION));
        const { areas, buffer } = await answer(thread, pack(free));
        this.buffers.push(buffer);
        this.give(thread);
        return areas;
      } catch (error) {
        this.all.delete(thread);
        void thread.terminate();
        this.startForWaiting();
        if (tries === MAX_TRIES) throw error;
      }
    }
  }

  private take(): Promise<Worker> | Worker {
    const thread = this.idle.pop();
    if (thread) return thread;
    if (this.all.size < this.maxThreads) return this.start();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private give(thread: Worker): void {
    const next = this.waiting.shift();
    if (next) next(thread);
    else this.idle.push(thread);
  }

  private start(): Worker {
    const thread = new Worker(new URL("./outlook-worker.mjs", import.meta.url), {
      resourceLimits: THREAD_LIMITS,
    });
    thread.unref();
    this.all.add(thread);
    // A thread that ends while it is idle is not used again.
    thread.once("exit", () => {
      this.all.delete(thread);
      if (this.idle.includes(thread)) this.idle.splice(this.idle.indexOf(thread), 1);
    });
    thread.on("error", () => undefined);
    return thread;
  }

  /** Starts a thread in place of one that ended, if something waits for it. */
  private startForWaiting(): void {
    if (this.waiting.length > 0) this.give(this.start());
  }
}

/** What a thread answers to a portion; rejects when it ends before. */
function answer(thread: Worker, portion: OutlookPortion): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      thread.off("message", onMessage).off("error", onError).off("exit", onExit);
      settle();
    };
    const onMessage = (done: ThreadAnswer) => end(() => resolve(done))();
    const onError = (error: Error) => end(() => reject(error))();
    const onExit = (code: number) =>
      end(() => reject(new Error(`A thread that sums forecasts ended with code ${code}`)))();
    thread.on("message", onMessage).on("error", onError).on("exit", onExit);
    const { models, numbers } = portion;
    thread.postMessage(portion, [models.buffer as ArrayBuffer, numbers.buffer as ArrayBuffer]);
  });
}
