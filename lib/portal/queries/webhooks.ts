import type { Webhook } from "../../contract/webhooks.ts";
import type { Portal } from "../client/portal-client.ts";
import { nullOn404 } from "../context/errors.ts";

/** A webhook; null if there is none with this id. */
export async function readWebhook(portal: Portal, id: string): Promise<Webhook | null> {
  const found = await nullOn404(portal.call("getWebhook", { params: { webhook_id: id } }));
  return found?.data ?? null;
}
