import { Hono } from "hono";
import type { LiveStatus } from "../../lib/contract/index.ts";
import { createLiveAction } from "../../lib/portal/live/live.ts";
import { handlePortalRoute } from "../../lib/portal/http/portal-route.ts";
import { readSession, type User } from "../../lib/portal/db/sessions.ts";
import type { Timers } from "../../lib/portal/context/timers.ts";
import { startService } from "./fake-service.ts";
import { annasHouse, bramsHouse, control, detail } from "./fixtures.ts";
import { NOW, type portalWorld } from "./portal-world.ts";

/** A clock that advances only by the test, with its pending timers. */
export class HeldClock implements Timers {
  private at = NOW.getTime();
  private waiting: { due: number; run: () => void }[] = [];

  now = () => new Date(this.at);

  after(ms: number, run: () => void) {
    const one = { due: this.at + ms, run };
    this.waiting.push(one);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== one);
    };
  }

  /** Advances the clock second by second and starts due timers. */
  pass(ms: number) {
    for (const until = this.at + ms; this.at < until;) {
      this.at = Math.min(until, this.at + 1_000);
      const due = this.waiting.filter((one) => one.due <= this.at);
      this.waiting = this.waiting.filter((one) => one.due > this.at);
      for (const { run } of due) run();
    }
  }

  get waits() {
    return this.waiting.length;
  }
}

const standing: LiveStatus = {
  time: "2026-06-01T10:05:00Z",
  isp: 49,
  measured_at: "2026-06-01T10:04:00Z",
  actual: 12,
  forecast: 10,
  upward: 1,
  downward: 10,
  locations: 2,
  reporting: 2,
  devices: 2,
  data_source: "measured",
  curtailed: 0,
  state_of_charge: null,
};

/** A service whose status, controls and availability a test sets. */
export async function liveService(clock: HeldClock) {
  const state = { status: standing, controls: [detail(control("ctrl_1"))], away: false };
  const app = new Hono();
  const paths = [
    "/v1/bidding-zones/{id}/status",
    "/v1/locations/{id}/status",
    "/v1/locations/{id}",
    "/v1/control-summaries",
  ];
  const document = { paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])) };
  app.get("/v1/openapi.json", (c) => c.json(document));
  app.get("/v1/control-summaries", (c) => {
    return c.json({
      data: state.controls.map(({ results: _r, cancelled_effect: _g, ...one }) => one),
    });
  });
  app.get("/v1/locations/:id", (c) => {
    const found = [annasHouse, bramsHouse].find(({ id }) => id === c.req.param("id"));
    return found ? c.json({ ...found, last_reported_at: null }) : c.json({}, 404);
  });
  // Never the time at which the portal reads it.
  const time = () => new Date(clock.now().getTime() - 20);
  app.get("/v1/:kind/:id/status", (c) => c.json({ ...state.status, time: time() }));
  const service = await startService((request) =>
    state.away ? Response.json({}, { status: 503 }) : app.fetch(request),
  );
  return { service, state };
}

export interface StreamEvent {
  name: string;
  data: never;
}

/** The events of a stream, in order. */
export function collectEvents(response: Response) {
  const heard: StreamEvent[] = [];
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let isOver = false;
  const reading = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)\n\n$/.exec(read.value) ?? [];
      if (name) heard.push({ name, data: JSON.parse(data!) as never });
    }
    isOver = true;
  })();
  return {
    heard,
    names: () => heard.map(({ name }) => name),
    last: (name: string) => heard.findLast((one) => one.name === name)?.data as never,
    isOver: () => isOver,
    leave: () => reader.cancel(),
    reading,
  };
}

/** Opens streams of users on a service, as their browsers do. */
export function openings(
  world: ReturnType<typeof portalWorld>,
  clock: HeldClock,
  service: Awaited<ReturnType<typeof liveService>>["service"],
) {
  const stop = new AbortController();
  const action = createLiveAction(clock, () => stop.signal);
  const deps = { ...world.deps(service), now: clock.now };
  const open = (user: User | null, area: string, signal?: AbortSignal) => {
    const routeDeps = {
      currentUser: async () => user && readSession(world.db, user.sessionId, clock.now()),
      deps,
      publicUrl: undefined,
    };
    const address = `http://portal.example/api/live?area=${encodeURIComponent(area)}`;
    const request = new Request(address, signal ? { signal } : {});
    return handlePortalRoute(routeDeps, "GET /api/live", action, request, undefined);
  };
  return Object.assign(open, { stop: () => stop.abort() });
}
