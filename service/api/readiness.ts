import type { OpenAPIHono } from "@hono/zod-openapi";
import { downParts } from "../../lib/http/down-parts.ts";
import { describeLateJob } from "../store/late-jobs.ts";
import type { ReplicaStop } from "../store/read-replica.ts";
import type { ServiceDeps, Variables } from "./deps.ts";
import { ApiProblem } from "./problems.ts";
import { respondJson } from "./respond.ts";

/** Serves `GET /readyz`: whether processing has caught up with the clock, and what is degraded. */
export function serveReadiness(
  app: OpenAPIHono<Variables>,
  deps: ServiceDeps,
): OpenAPIHono<Variables> {
  app.get("/readyz", async (c) => {
    const down = downParts();
    const isReady = await deps.ready().catch((error: unknown) => {
      if (down.length === 0) throw error;
      return false;
    });
    const late = isReady ? await deps.lateJobs() : [];
    const weather = isReady ? await deps.weatherStop().catch(() => null) : null;
    const stop = isReady ? deps.replicaStop() : null;
    const more = { ...(weather && { weather }), ...(stop && { replica: describeStop(stop) }) };
    if (down.length > 0 || late.length > 0 || weather || stop)
      return respondJson(
        c,
        { status: "degraded", down, late: late.map(describeLateJob), ...more },
        isReady ? 200 : 503,
      );
    if (isReady) return respondJson(c, { status: "ready" });
    throw new ApiProblem(
      "unavailable",
      "The service is still catching up. Try again in a moment.",
      undefined,
      {
        "Retry-After": "1",
      },
    );
  });
  return app;
}

const describeStop = ({ state, since }: ReplicaStop) =>
  `The read replica is ${state} since ${since.toISOString()}; the primary answers its reads.`;
