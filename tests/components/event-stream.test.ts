import { beforeEach, describe, expect, test } from "vitest";
import { subscribeArea, feedState } from "../../components/live/feed-registry.ts";
import type { StreamDeps } from "../../components/live/event-stream.ts";
import { staleness } from "../../components/live/use-freshness.ts";

const ZONE = { kind: "bidding-zone", id: "NL" } as const;
/** The portal read it a moment after the service made it. */
const status = { time: "2026-06-01T10:00:00Z", isp: 49, read_at: "2026-06-01T10:00:00.120Z" };
const problem = { type: "urn:x", title: "Away", status: 503, detail: "Away." };

/** A stream that a test speaks on. */
class Stream {
  readonly listeners = new Map<string, (event: unknown) => void>();
  isClosed = false;
  constructor(readonly address: string) {}
  addEventListener = (name: string, listener: (event: never) => void) =>
    void this.listeners.set(name, listener as (event: unknown) => void);
  close = () => {
    this.isClosed = true;
  };
  say = (name: string, data: unknown) => this.listeners.get(name)!({ data: JSON.stringify(data) });
  break = () => this.listeners.get("error")!({});
}

class Ground implements StreamDeps {
  at = 0;
  streams: Stream[] = [];
  signedOut = false;
  private waiting: { due: number; run: () => void }[] = [];

  open = (address: string) => {
    const stream = new Stream(address);
    this.streams.push(stream);
    return stream as never;
  };
  now = () => this.at;
  isSignedOut = () => this.signedOut;
  after = (ms: number, run: () => void) => {
    const one = { due: this.at + ms, run };
    this.waiting.push(one);
    return () => void (this.waiting = this.waiting.filter((other) => other !== one));
  };
  pass(ms: number) {
    this.at += ms;
    const due = this.waiting.filter((one) => one.due <= this.at);
    this.waiting = this.waiting.filter((one) => one.due > this.at);
    for (const { run } of due) run();
  }
  get stream() {
    return this.streams.at(-1)!;
  }
}

let ground: Ground;
let heard: string[];
let leave: () => void;
const hearer = {
  status: () => void heard.push("status"),
  unchanged: () => void heard.push("unchanged"),
  controls: () => void heard.push("controls"),
};
const mode = () => feedState(ZONE)?.mode;

beforeEach(() => {
  ground = new Ground();
  heard = [];
  leave = subscribeArea(ZONE, hearer, ground);
  return () => leave();
});

describe("subscribing to an area", () => {
  test("opens one stream per page, and closes it with the last subscriber", () => {
    const other = subscribeArea(ZONE, { ...hearer }, ground);
    expect(ground.streams).toHaveLength(1);
    expect(ground.stream.address).toBe("/api/live?area=bidding-zone%3ANL");
    other();
    expect(ground.stream.isClosed).toBe(false);
    leave();
    expect(ground.stream.isClosed).toBe(true);
    expect(feedState(ZONE)).toBeNull();
  });

  test("is live from the first event", () => {
    expect(mode()).toBe("connecting");
    ground.stream.say("status", status);
    expect(mode()).toBe("live");
    expect(heard).toEqual(["status"]);
  });

  test("treats a heartbeat as fresh only if the status was read again", () => {
    ground.stream.say("status", status);
    ground.pass(15_000);
    ground.stream.say("alive", { read_at: status.read_at });
    ground.stream.say("alive", { read_at: null });
    expect(heard).toEqual(["status"]);
    expect(feedState(ZONE)?.at).toBe(0);
    ground.stream.say("alive", { read_at: "2026-06-01T10:00:15Z" });
    expect(heard).toEqual(["status", "unchanged"]);
    expect(feedState(ZONE)?.at).toBe(15_000);
  });

  test("reloads controls when their version changes, also after a reconnect", () => {
    ground.stream.say("controls", { version: "a" });
    expect(heard).toEqual([]);
    ground.stream.break();
    ground.pass(1_000);
    ground.stream.say("controls", { version: "b" });
    expect(heard).toEqual(["controls"]);
  });

  test("keeps a problem until the next successful reading", () => {
    ground.stream.say("status", status);
    ground.stream.say("problem", problem);
    ground.stream.say("alive", { read_at: status.read_at });
    expect(feedState(ZONE)?.problem).toEqual(problem);
    ground.stream.say("alive", { read_at: "2026-06-01T10:00:15Z" });
    expect(feedState(ZONE)?.problem).toBeNull();
  });
});

describe("without a stream", () => {
  test("the page polls, at growing intervals", () => {
    const waits = [1_000, 2_000, 5_000, 15_000, 30_000, 30_000];
    for (const [index, wait] of waits.entries()) {
      ground.stream.break();
      expect(mode()).toBe("polling");
      ground.pass(wait - 1);
      expect(ground.streams).toHaveLength(index + 1);
      ground.pass(1);
      expect(ground.streams).toHaveLength(index + 2);
    }
    ground.stream.say("status", status);
    ground.stream.break();
    ground.pass(1_000);
    expect(ground.streams).toHaveLength(waits.length + 2);
  });

  test("the page does not poll while signed out, and resumes after sign-in", () => {
    ground.signedOut = true;
    ground.stream.break();
    for (let step = 0; step < 100; step++) ground.pass(1_000);
    expect(ground.streams).toHaveLength(1);
    ground.signedOut = false;
    ground.pass(1_000);
    expect(ground.streams).toHaveLength(2);
  });

  test("the page gives up on a proxy that buffers events after 20 seconds", () => {
    ground.pass(20_000);
    expect(mode()).toBe("polling");
    expect(ground.stream.isClosed).toBe(true);
  });

  test("the page reopens a stream that is silent for 45 seconds", () => {
    ground.stream.say("status", status);
    ground.pass(45_000);
    expect(ground.streams).toHaveLength(2);
  });
});

describe("displayed data is marked stale", () => {
  const known = { at: 0, watchedFrom: 0, problem: null, online: true };
  test.each([
    ["after 45 seconds of silence", 45_001, known, "silence"],
    ["not before", 45_000, known, undefined],
    [
      "not when it is looked at again only now",
      90_000,
      { ...known, watchedFrom: 80_000 },
      undefined,
    ],
    ["at once when the browser is offline", 1, { ...known, online: false }, "offline"],
    [
      "soon when it is known to fail",
      12_001,
      { ...known, problem: { ...problem, request_id: "" } },
      "problem",
    ],
    [
      "at once when nobody is signed in any more",
      1,
      { ...known, problem: { ...problem, status: 401, request_id: "" } },
      "problem",
    ],
    [
      "not for one try that failed",
      12_000,
      { ...known, problem: { ...problem, request_id: "" } },
      undefined,
    ],
  ])("%s", (_, now, state, why) => {
    expect(staleness(now, state)?.why).toBe(why);
  });
});
