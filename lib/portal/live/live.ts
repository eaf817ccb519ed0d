import { z } from "zod";
import { createPortalClientWith } from "../client/portal-client.ts";
import { checkAgain, controlsReading, liveArea, readAsUser, statusReading } from "./live-area.ts";
import { SharedPolls } from "./live-poll.ts";
import { liveStream, type LiveSources } from "./live-stream.ts";
import { portalAction } from "../http/portal-route.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import { readSession } from "../db/sessions.ts";
import { realTimers, type Timers } from "../context/timers.ts";
import { PortalError } from "../context/errors.ts";
import { portalMetrics } from "../context/metrics.ts";

/** Browsers open six connections to a host over HTTP/1.1: two are left for everything else. */
const MOST_PER_SESSION = 4;

/** The open streams of each session. */
export class LivePlaces {
  private readonly taken = new Map<string, number>();

  /** Takes one; answers how to give it up. @throws PortalError 429 when all are taken */
  take(sessionId: string, requestId: string): () => void {
    const count = this.taken.get(sessionId) ?? 0;
    if (count >= MOST_PER_SESSION) {
      const words = "Close another page with a live connection.";
      throw new PortalError("too-many-requests", words, requestId, { retryAfter: 30 });
    }
    this.taken.set(sessionId, count + 1);
    portalMetrics().streams(1);
    return () => {
      portalMetrics().streams(-1);
      const left = (this.taken.get(sessionId) ?? 1) - 1;
      if (left > 0) this.taken.set(sessionId, left);
      else this.taken.delete(sessionId);
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

let stopped: AbortSignal | undefined;

/** Aborts when the program is told to stop: an open stream would hold it up. */
function untilStopped(): AbortSignal {
  if (stopped) return stopped;
  const stop = new AbortController();
  for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => stop.abort());
  return (stopped = stop.signal);
}

/** Follows a zone, group or location live: `GET /api/live?area=group:grp_1`. */
export const openLive = liveOn(realTimers, untilStopped);

/** The same, on given timers; what is open ends when the signal of `until` aborts. */
export function liveOn(timers: Timers, until: () => AbortSignal) {
  const polls = new WeakMap<ServiceClient, SharedPolls>();
  const pollsOf = (client: ServiceClient) => {
    const known = polls.get(client) ?? new SharedPolls(timers);
    polls.set(client, known);
    return known;
  };
  const places = new LivePlaces();

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
      await readAsUser(await createPortalClient(), area);
      const status = statusReading(client, area);
      const controls = controlsReading(client, await client.capabilities(), area);
      const shared = pollsOf(client);
      const giveUp = places.take(user.sessionId, requestId);
      const check = async () => {
        const stillIn = await readSession(db, user.sessionId, now());
        if (!stillIn) throw new PortalError("signed-out", "Sign in first.", requestId);
        await checkAgain(
          await createPortalClientWith({ db, client, now }, stillIn),
          area,
          requestId,
        );
      };
      const sources: LiveSources = {
        followStatus: (follower) => shared.follow(status, follower),
        followControls: (follower) =>
          controls ? shared.follow(controls, follower) : () => undefined,
        check,
        ended: giveUp,
      };
      const over = AbortSignal.any([request.signal, until()]);
      return new Response(liveStream(sources, timers, over), { headers });
    },
  });
}
