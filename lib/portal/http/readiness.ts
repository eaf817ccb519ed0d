import { sql } from "drizzle-orm";
import { downParts } from "../../http/down-parts.ts";
import { runtime, type Runtime } from "../runtime.ts";
import { portalAction } from "./portal-route.ts";

/** Since when the service is unavailable according to this process; null while it responds. */
export const getServiceUnavailableSince = (): string | null =>
  runtime().client.unavailableSince()?.toISOString() ?? null;

/** `GET /api/service`: the same for a page that polls it; no call of the service is made. */
export const readServiceState = portalAction({
  handle: async ({ client }) => ({
    unavailable_since: client.unavailableSince()?.toISOString() ?? null,
  }),
});

/** Whether the dependencies respond. */
interface Dependencies {
  database: boolean;
  service: boolean;
}

interface Readiness extends Dependencies {
  status: "ready" | "degraded" | "not ready";
  /** The parts that the supervisor is restarting. */
  down: readonly string[];
}

const CACHE_MS = 2_000;
const TIMEOUT_MS = 3_000;
let last: { at: number; answer: Promise<Dependencies> } | undefined;

/** Whether the portal is ready; checked at most every two seconds. */
export async function getReadiness(): Promise<Readiness> {
  const at = Date.now();
  if (!last || at - last.at > CACHE_MS) last = { at, answer: checkReadiness(runtime()) };
  const needs = await last.answer;
  const down = downParts();
  const met = needs.database && needs.service ? "ready" : "not ready";
  return { status: down.length > 0 ? "degraded" : met, ...needs, down };
}

/** Checks the database and the service, with a timeout of three seconds each. */
async function checkReadiness({
  db,
  client,
}: Pick<Runtime, "db" | "client">): Promise<Dependencies> {
  const one = { params: {}, query: { page: 0, page_size: 1 }, body: undefined };
  const [database, service] = await Promise.all([
    responds(db.execute(sql`select 1`)),
    responds(client.call("listControls", one, "readyz")),
  ]);
  return { database, service };
}

async function responds(question: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, false);
  });
  const answer = Promise.resolve(question).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
