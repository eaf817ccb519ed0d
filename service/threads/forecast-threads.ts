import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { ForecastThread, type ThreadAnswer, type ThreadRequest } from "./forecast-thread.ts";
import { PortionMemory } from "./site-portion.ts";

/** From this many sites on, threads compute their forecasts. */
const MANY_SITES = 2_000;
const PORTIONS_OF_MANY = 4;
const MAX_THREADS = 8;
/** Unused memory of more portions is given up. */
const MAX_FREE = 32;
/** A portion whose thread ended is computed by another one, so often. */
const MAX_TRIES = 2;

const CLOSED = new Error("The threads that compute forecasts have been ended");

/** Who waits for a thread. */
interface Waiting {
  resolve(thread: ForecastThread): void;
  reject(error: Error): void;
}

// The option with which the process began would go before the limit of each thread.
setFlagsFromString("--max-semi-space-size=0");

/**
 * Threads that compute forecasts, so that requests are answered meanwhile. They are started when they
 * are first needed and used again: their code is compiled while it runs.
 */
export class ForecastThreads {
  readonly maxThreads = Math.min(MAX_THREADS, availableParallelism());
  private readonly all = new Set<ForecastThread>();
  private readonly idle: ForecastThread[] = [];
  private readonly waiting: Waiting[] = [];
  /** Memory of portions: new arrays would make the garbage collector look through the whole fleet. */
  private readonly free: PortionMemory[] = [];
  private isClosed = false;
  /** Whether the last thread that was started failed before it could compute anything. */
  private isBroken = false;

  /** @param manySites from this many sites on, threads compute their forecasts */
  constructor(readonly manySites = MANY_SITES) {}

  /** How many sites a portion has. */
  get sitesPerPortion(): number {
    return Math.ceil(this.manySites / PORTIONS_OF_MANY);
  }

  /** Memory for a portion, which is used again after `release`. */
  allocate(): PortionMemory {
    return this.free.pop() ?? new PortionMemory();
  }

  /** Gives back memory that no thread uses any more. */
  release(memory: PortionMemory): void {
    if (this.free.length < MAX_FREE) this.free.push(memory);
  }

  /** The answer to a portion that `pack` makes, from the next thread that is free. */
  async run(pack: (memory: PortionMemory) => ThreadRequest): Promise<ThreadAnswer> {
    for (let tries = 1; ; tries++) {
      const thread = await this.take();
      const memory = this.allocate();
      try {
        const answer = await thread.compute(pack(memory));
        this.release(memory);
        return answer;
      } catch (error) {
        if (!thread.hasEnded || tries === MAX_TRIES) throw error;
      } finally {
        this.giveBack(thread);
      }
    }
  }

  /** A thread that is free now, to be given back; if there is none, one is started for later calls. */
  takeIdle(): ForecastThread | undefined {
    const thread = this.idle.pop();
    if (thread || this.isClosed || this.isBroken || this.all.size === this.maxThreads)
      return thread;
    try {
      const started = this.start();
      started.started.then(
        () => this.giveBack(started),
        () => undefined,
      );
    } catch {
      // A later call of `run` reports it.
    }
    return undefined;
  }

  /** Whether portions wait for a thread. */
  get areWanted(): boolean {
    return this.waiting.length > 0;
  }

  /** Gives back a thread; one that ended is not used again. */
  giveBack(thread: ForecastThread): void {
    if (thread.hasEnded) return;
    const next = this.waiting.shift();
    if (next) next.resolve(thread);
    else this.idle.push(thread);
  }

  /** Ends the threads. What is not computed yet fails. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { reject } of this.waiting.splice(0)) reject(CLOSED);
    await Promise.all([...this.all].map((thread) => thread.terminate()));
  }

  private async take(): Promise<ForecastThread> {
    if (this.isClosed) throw CLOSED;
    const thread = this.idle.pop();
    if (thread) return thread;
    if (this.all.size < this.maxThreads) return this.start();
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private start(): ForecastThread {
    const thread = new ForecastThread();
    this.all.add(thread);
    thread.started.then(
      () => (this.isBroken = false),
      () => (this.isBroken = true),
    );
    void thread.ended.then(() => this.remove(thread));
    return thread;
  }

  /** Removes a thread that ended, and starts another one if something waits for it. */
  private remove(thread: ForecastThread): void {
    this.all.delete(thread);
    if (this.idle.includes(thread)) this.idle.splice(this.idle.indexOf(thread), 1);
    if (this.waiting.length === 0) return;
    try {
      this.giveBack(this.start());
    } catch (error) {
      this.waiting.shift()!.reject(error as Error);
    }
  }
}
