import { env, EnvError } from "../env.ts";
import { openMetricsPort } from "../metrics/metrics-port.ts";
import { log, getErrorReason } from "./context/log.ts";
import { portalMetrics, watchPortal } from "./context/metrics.ts";
import { startAlerts } from "./alerts/alerts.ts";
import { startNotices } from "./notices/notices.ts";
import { startReconciling } from "./reconcile/reconcile.ts";
import {
  createServiceClient,
  serviceLimits,
  type ServiceClient,
} from "./service-client/service-client.ts";
import { openDatabase, type OpenDatabase } from "./db/database.ts";
import { countSessions } from "./db/sessions.ts";

/** What all requests of this process share. */
export interface Runtime extends OpenDatabase {
  client: ServiceClient;
}

const KEY = Symbol.for("curtail.portal.runtime");
const shared = globalThis as typeof globalThis & { [KEY]?: Runtime };

/**
 * The process's pool and service client. Next loads modules once for pages and once for handlers;
 * only the global object is common to both.
 * @throws EnvError when the portal's database or the service's key is not configured.
 */
export const runtime = (): Runtime => (shared[KEY] ??= createRuntime());

function createRuntime(): Runtime {
  const { FLEX_BASE_URL, FLEX_API_KEY, SERVICE_PORT } = env();
  const { SERVICE_READ_MS: readMs, SERVICE_CONTROL_MS: controlMs } = env();
  if (!FLEX_API_KEY) throw new EnvError("FLEX_API_KEY must be set: the portal calls with it.");
  const baseUrl = FLEX_BASE_URL ?? `http://127.0.0.1:${SERVICE_PORT}`;
  const built = {
    ...openDatabase(getPortalDatabaseUrl(), { pooler: env().DATABASE_POOLER }),
    client: createServiceClient(
      { baseUrl, apiKey: FLEX_API_KEY },
      { ...serviceLimits, readMs, controlMs },
    ),
  };
  const deps = { ...built, now: () => new Date() };
  startReconciling(deps);
  startNotices(deps);
  startAlerts(deps);
  startMetrics(built);
  return built;
}

/** Opens the metrics port, if one is configured. */
function startMetrics({ db, pool, client }: Runtime): void {
  const { METRICS_HOST: host, PORTAL_METRICS_PORT: port } = env();
  if (port === undefined) return;
  const { registry } = portalMetrics();
  const openSessions = () => countSessions(db, new Date());
  watchPortal(registry, { pool, unavailableSince: () => client.unavailableSince(), openSessions });
  openMetricsPort(registry, { host, port }).catch((error: unknown) =>
    log.error(
      { reason: getErrorReason(error) },
      "Failed to open the metrics port; metrics are not served",
    ),
  );
}

/** The URL of the portal's database. @throws EnvError if it is not set. */
export function getPortalDatabaseUrl(): string {
  const url = env().PORTAL_DATABASE_URL;
  if (!url) throw new EnvError("PORTAL_DATABASE_URL must be set to the portal's database.");
  return url;
}
