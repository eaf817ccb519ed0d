import { isSignedOut } from "@/components/api/session-expiry.ts";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** The state of live updates. */
export interface LiveState {
  /** live: the portal pushes; polling: it does not, so the page reads. */
  mode: "connecting" | "live" | "polling";
  /** When the status was last known to be right (ms); null while it was not. */
  at: number | null;
  /** From when on silence counts (ms): a hidden page receives nothing. */
  watchedFrom: number;
  /** Why the portal could not read the status just now. */
  problem: Problem | null;
}

/** Receives the events of a stream. */
interface StreamListener {
  changed(): void;
  status(status: LiveStatus, at: number): void;
  /** The status is as it was, and was just read again. */
  unchanged(at: number): void;
  controls(): void;
}

type Source = Pick<EventSource, "addEventListener" | "close">;

/** The dependencies of a feed: the browser's, or a test's. */
export interface StreamDeps {
  open(address: string): Source;
  now(): number;
  after(ms: number, run: () => void): () => void;
  /** The session has ended: no stream is allowed. */
  isSignedOut(): boolean;
}

const browserDeps: StreamDeps = {
  open: (address) => new EventSource(address),
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  isSignedOut,
};

const FIRST_EVENT_MS = 20_000;
const SILENT_AFTER = 45_000;
const RETRY_DELAYS = [1_000, 2_000, 5_000, 15_000, 30_000];
/** A proxy that holds events back will go on doing so. */
const LIMITED_RETRY_MS = 300_000;

/**
 * Follows `/api/live` for one area: opens the stream, and reconnects with increasing delay when it
 * breaks. While there is no stream its mode is polling.
 */
export class LiveFeed {
  state: LiveState;
  private source: Source | null = null;
  private cancel: () => void = () => undefined;
  private failures = 0;
  private readAt: string | null = null;
  private version: string | null = null;

  constructor(
    private readonly address: string,
    private readonly listener: StreamListener,
    private readonly deps: StreamDeps = browserDeps,
  ) {
    this.state = { mode: "connecting", at: null, watchedFrom: deps.now(), problem: null };
  }

  /** Opens the stream now, whatever was waited for. */
  open(): void {
    this.close();
    const source = this.deps.open(this.address);
    this.source = source;
    this.set({ watchedFrom: this.deps.now() });
    this.wait(FIRST_EVENT_MS, () => this.lost(LIMITED_RETRY_MS));
    const listen = (name: string, take: (data: never) => void) =>
      source.addEventListener(name, (event) => {
        if (this.source === source) this.receive(event as MessageEvent<string>, take);
      });
    listen("status", (status: LiveStatus & { read_at: string }) => this.takeStatus(status));
    listen("alive", (alive: { read_at: string | null }) => this.takeAlive(alive.read_at));
    listen("controls", (controls: { version: string }) => this.takeControls(controls.version));
    listen("problem", (problem: Problem) => this.set({ problem }));
    source.addEventListener("error", () => {
      if (this.source === source) this.lost(RETRY_DELAYS[this.failures++] ?? RETRY_DELAYS.at(-1)!);
    });
  }

  /** Tells nothing and asks for nothing until it is opened again. */
  close(): void {
    this.cancel();
    this.source?.close();
    this.source = null;
    if (this.state.mode === "live") this.set({ mode: "polling", problem: null });
  }

  private lost(wait: number): void {
    this.close();
    this.set({ mode: "polling", problem: null });
    this.wait(wait, () => (this.deps.isSignedOut() ? this.lost(wait) : this.open()));
  }

  private receive(event: MessageEvent<string>, take: (data: never) => void): void {
    this.failures = 0;
    this.wait(SILENT_AFTER, () => this.open());
    if (this.state.mode !== "live") this.set({ mode: "live" });
    take(JSON.parse(event.data) as never);
  }

  private takeStatus({ read_at, ...status }: LiveStatus & { read_at: string }): void {
    // Not `time`: that is of the service's clock, and heartbeats have the portal's.
    this.readAt = read_at;
    const at = this.deps.now();
    this.set({ at, problem: null });
    this.listener.status(status, at);
  }

  private takeAlive(readAt: string | null): void {
    if (readAt === null || readAt === this.readAt) return;
    this.readAt = readAt;
    const at = this.deps.now();
    this.set({ at, problem: null });
    this.listener.unchanged(at);
  }

  private takeControls(version: string): void {
    const isNew = this.version !== null && version !== this.version;
    this.version = version;
    if (isNew) this.listener.controls();
  }

  private wait(ms: number, run: () => void): void {
    this.cancel();
    this.cancel = this.deps.after(ms, run);
  }

  private set(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change };
    this.listener.changed();
  }
}
