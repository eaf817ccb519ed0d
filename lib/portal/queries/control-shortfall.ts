import { getMissedOutcome } from "@/lib/controls/missed-outcome.ts";
import type { Portal } from "../client/portal-client.ts";
import { prefetch } from "./load.ts";

/** The page of a control at its locations, those first that did not confirm it. */
export async function readShortfallHref(portal: Portal, id: string): Promise<string> {
  const delivery = await prefetch(portal, "getControlDelivery", { params: { control_id: id } });
  const outcome = delivery && getMissedOutcome(delivery.devices);
  return `/controls/${encodeURIComponent(id)}${outcome ? `?outcome=${outcome}` : ""}#deliveries`;
}
