import type { Alert } from "../../contract/alerts.ts";
import type { Portal } from "../client/portal-client.ts";

const MAX_OPEN = 100;

/** The newest open alerts and their number; null where the service has none. */
export async function readOpenAlerts({
  supports,
  call,
}: Portal): Promise<{ alerts: Alert[]; total: number } | null> {
  if (!supports("listAlerts")) return null;
  const query = { state: "open" as const, page: 0, page_size: MAX_OPEN };
  const { data, total } = await call("listAlerts", { query });
  return { alerts: data.data, total: total ?? data.data.length };
}
