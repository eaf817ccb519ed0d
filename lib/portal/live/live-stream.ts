import type { LiveStatus, Problem } from "../../contract/index.ts";
import type { Subscriber } from "./live-poll.ts";
import type { Timers } from "../context/timers.ts";

const HEARTBEAT_MS = 15_000;
/** How long a session that was ended may still hear. */
const CHECK_MS = 15_000;
/** As many events as wait for a reader that does not read; then the stream ends. */
const MAX_QUEUED = 64;

/** What a stream tells, by the name of its event. */
interface LiveEvents {
  /** On opening, and whenever it changed. */
  status: LiveStatus;
  /** On opening, and whenever the list of controls changed. */
  controls: { version: string };
  /** Every 15 seconds: when the status was last read; null while it was not. */
  alive: { read_at: string | null };
  /** The status could not be read; the next `status` or `alive` says that it can again. */
  problem: Problem;
}

/** What a stream is made of. */
export interface LiveSources {
  subscribeStatus(subscriber: Subscriber<LiveStatus>): () => void;
  subscribeControls(subscriber: Subscriber<string>): () => void;
  /** Rejects when the reader may not hear of this any more, or when that cannot be told. */
  authorise(): Promise<void>;
  /** The stream is over, whoever ended it. */
  onEnd(): void;
}

const encoder = new TextEncoder();

/**
 * Server-sent events of one reader. The heartbeat is an event and no comment: a browser's page
 * cannot see comments, and has to know that it is still being told.
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

/** Sends what is new of the sources, and the heartbeat; answers how to stop each. */
function subscribeSources(sources: LiveSources, timers: Timers, send: Send): (() => void)[] {
  let readAt: Date | null = null;
  let failing = false;
  const alive = () => send("alive", { read_at: readAt?.toISOString() ?? null });
  const status = new Changes<LiveStatus>((value) => send("status", value));
  const controls = new Changes<string>((version) => send("controls", { version }));
  return [
    sources.subscribeStatus({
      onResult(read) {
        readAt = read.at;
        const isNew = status.push(read);
        if (failing && !isNew) alive();
        failing = false;
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

/** Passes on only what differs from what was passed on before. */
class Changes<T> {
  private version: string | undefined;
  constructor(private readonly pass: (value: T) => void) {}

  push({ value, version }: { value: T; version: string }): boolean {
    if (version === this.version) return false;
    this.version = version;
    this.pass(value);
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
