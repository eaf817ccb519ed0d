import { waitWithTimeout } from "../time/timeout.ts";

/**
 * Runs a task once for all calls made before it begins; calls made meanwhile share the next run. Its
 * result is thus never older than the call. The next run begins after `patienceMs` at the latest, so
 * that a run that takes long does not delay others.
 */
export function coalesce<T>(task: () => Promise<T>, patienceMs = Infinity): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const begin = () => {
    next = undefined;
    const run = task().finally(() => {
      if (running === run) running = undefined;
    });
    return (running = run);
  };
  return () => {
    if (!running) return begin();
    return (next ??= waitWithTimeout(running, patienceMs).then(begin));
  };
}

/** How long calls wait for a run before their own begins. */
const PATIENCE_MS = 200;

interface SharedRun {
  /** The task of the last call. */
  task(): Promise<unknown>;
  run(): Promise<unknown>;
  calls: number;
}

/** Runs equal tasks once for all calls made before they begin, as `coalesce` does, by key. */
export class SharedRuns {
  private readonly runs = new Map<string, SharedRun>();

  /**
   * The result of a run that begins after the call.
   * @param key that of equal tasks; their result is shared and must not be changed
   */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const shared = this.runs.get(key) ?? this.add(key, task);
    shared.task = task;
    shared.calls += 1;
    try {
      return (await shared.run()) as T;
    } finally {
      shared.calls -= 1;
      if (shared.calls === 0) this.runs.delete(key);
    }
  }

  private add(key: string, task: () => Promise<unknown>): SharedRun {
    const shared: SharedRun = { task, run: coalesce(() => shared.task(), PATIENCE_MS), calls: 0 };
    this.runs.set(key, shared);
    return shared;
  }
}

const sharedRuns = new WeakMap<object, SharedRuns>();

/** The reads of a database that calls share. */
export function getSharedRuns(db: object): SharedRuns {
  const runs = sharedRuns.get(db) ?? new SharedRuns();
  sharedRuns.set(db, runs);
  return runs;
}
