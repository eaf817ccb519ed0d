import type { LiveStatus, Problem } from "../../contract/index.ts";
import type { PollResult, Subscriber } from "./live-poll.ts";
import type { Timers } from "../context/timers.ts";

const HEARTBEAT_MS = 15_000;
/** How often authorisation is checked, in milliseconds. */
const CHECK_MS = 15_000;
/** Maximum number of queued events; a reader that falls behind is disconnected. */
const MAX_QUEUED = 64;

/** The events of a stream by name. */
interface LiveEvents {
  /** On opening, and whenever it changes; `read_at` is when the portal read it. */
  status: LiveStatus & { read_at: string };
  /** On opening, and whenever the list of controls changes. */
  controls: { version: string };
  /** Every 15 seconds: when the status was last read; null before that, and while it cannot be. */
  alive: { read_at: string | null };
  /** The status could not be read; the next `status` or `alive` means that it can again. */
  problem: Problem;
}

/** The sources of a stream. */
export interface LiveSources {
  subscribeStatus(subscriber: Subscriber<LiveStatus>): () => void;
  subscribeControls(subscriber: Subscriber<string>): () => void;
  /** Rejects when the user may not read this any more, or when that cannot be checked. */
  authorise(): Promise<void>;
  /** Called when the stream ends for any reason. */
  onEnd(): void;
}

const encoder = new TextEncoder();

/**
 * Server-sent events of one subscriber. The heartbeat is an event, not a comment: a page cannot see
 * comments.
 */
export function liveStream(
  sources: LiveSources,
  timers: Timers,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  let stop: () => void = () => undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let over = false;
      const stops: (() => void)[] = [sources.onEnd];
      stop = () => {
        if (over) return;
        over = true;
        for (const one of stops) one();
      };
      const end = () => {
        if (over) return;
        stop();
        controller.close();
      };
      const send = <K extends keyof LiveEvents>(name: K, data: LiveEvents[K]) => {
        if (over) return;
        controller.enqueue(encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`));
        if ((controller.desiredSize ?? 0) < -MAX_QUEUED) end();
      };
      signal.addEventListener("abort", end);
      stops.push(() => signal.removeEventListener("abort", end));
      stops.push(...subscribeSources(sources, timers, send));
      stops.push(
        repeat(timers, CHECK_MS, () => {
          sources.authorise().catch(end);
        }),
      );
      if (signal.aborted) end();
    },
    cancel: () => stop(),
  });
}

type Send = <K extends keyof LiveEvents>(name: K, data: LiveEvents[K]) => void;

/** Sends changes of the sources and the heartbeat; returns how to stop each. */
function subscribeSources(sources: LiveSources, timers: Timers, send: Send): (() => void)[] {
  let readAt: Date | null = null;
  let failing = false;
  const alive = () => send("alive", { read_at: failing ? null : (readAt?.toISOString() ?? null) });
  const status = new Changes<LiveStatus>(({ value, at }) =>
    send("status", { ...value, read_at: at.toISOString() }),
  );
  const controls = new Changes<string>(({ version }) => send("controls", { version }));
  return [
    sources.subscribeStatus({
      onResult(read) {
        readAt = read.at;
        const wasFailing = failing;
        failing = false;
        const isNew = status.push(read);
        if (wasFailing && !isNew) alive();
      },
      onError(problem) {
        failing = true;
        send("problem", problem);
      },
    }),
    sources.subscribeControls({
      onResult: (read) => controls.push(read),
      onError: () => undefined,
    }),
    repeat(timers, HEARTBEAT_MS, alive),
  ];
}

/** Passes on only values of a new version. */
class Changes<T> {
  private version: string | undefined;
  constructor(private readonly pass: (read: PollResult<T>) => void) {}

  push(read: PollResult<T>): boolean {
    if (read.version === this.version) return false;
    this.version = read.version;
    this.pass(read);
    return true;
  }
}

function repeat(timers: Timers, ms: number, run: () => void): () => void {
  let cancel = timers.after(ms, again);
  function again() {
    cancel = timers.after(ms, again);
    run();
  }
  return () => cancel();
}
