import { z } from "zod";
import { createPortalClientWith } from "../client/portal-client.ts";
import {
  reauthoriseArea,
  createControlsQuery,
  liveArea,
  authoriseArea,
  createStatusQuery,
} from "./live-area.ts";
import { SharedPolls } from "./live-poll.ts";
import { liveStream, type LiveSources } from "./live-stream.ts";
import { portalAction } from "../http/portal-route.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import { readSession } from "../db/sessions.ts";
import { realTimers, type Timers } from "../context/timers.ts";
import { PortalError } from "../context/errors.ts";
import { portalMetrics } from "../context/metrics.ts";

/** Browsers open six connections to a host over HTTP/1.1: two are left for other requests. */
const MAX_STREAMS_PER_SESSION = 4;

/** The open streams of each session. */
export class StreamSlots {
  private readonly counts = new Map<string, number>();

  /** Acquires a slot; returns how to release it. @throws PortalError 429 when all are in use */
  acquire(sessionId: string, requestId: string): () => void {
    const count = this.counts.get(sessionId) ?? 0;
    if (count >= MAX_STREAMS_PER_SESSION) {
      const detail = "Close another page with a live connection.";
      throw new PortalError("too-many-requests", detail, requestId, { retryAfter: 30 });
    }
    this.counts.set(sessionId, count + 1);
    portalMetrics().changeStreams(1);
    return () => {
      portalMetrics().changeStreams(-1);
      const left = (this.counts.get(sessionId) ?? 1) - 1;
      if (left > 0) this.counts.set(sessionId, left);
      else this.counts.delete(sessionId);
    };
  }
}

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Neither a proxy's compression nor its buffer may hold events back.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
};

let shutdownSignal: AbortSignal | undefined;

/** Aborts when the process is terminated: an open stream would delay it. */
function getShutdownSignal(): AbortSignal {
  if (shutdownSignal) return shutdownSignal;
  const stop = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => stop.abort());
  return (shutdownSignal = stop.signal);
}

/** Streams a zone, group or location: `GET /api/live?area=group:grp_1`. */
export const openLive = createLiveAction(realTimers, getShutdownSignal);

/** Creates the action on the given timers; streams end when the signal of `until` aborts. */
export function createLiveAction(timers: Timers, until: () => AbortSignal) {
  const polls = new WeakMap<ServiceClient, SharedPolls>();
  const getPolls = (client: ServiceClient) => {
    const shared = polls.get(client) ?? new SharedPolls(timers);
    polls.set(client, shared);
    return shared;
  };
  const slots = new StreamSlots();

  return portalAction({
    query: z.strictObject({ area: liveArea }),
    async handle({
      user,
      query: { area },
      db,
      client,
      now,
      requestId,
      request,
      createPortalClient,
    }) {
      await authoriseArea(await createPortalClient(), area);
      const status = createStatusQuery(client, area);
      const controls = createControlsQuery(client, await client.capabilities(), area);
      const shared = getPolls(client);
      const release = slots.acquire(user.sessionId, requestId);
      const authorise = async () => {
        const current = await readSession(db, user.sessionId, now());
        if (!current) throw new PortalError("signed-out", "Sign in first.", requestId);
        await reauthoriseArea(
          await createPortalClientWith({ db, client, now }, current),
          area,
          requestId,
        );
      };
      const sources: LiveSources = {
        subscribeStatus: (subscriber) => shared.subscribe(status, subscriber),
        subscribeControls: (subscriber) =>
          controls ? shared.subscribe(controls, subscriber) : () => undefined,
        authorise,
        onEnd: release,
      };
      const over = AbortSignal.any([request.signal, until()]);
      return new Response(liveStream(sources, timers, over), { headers });
    },
  });
}
