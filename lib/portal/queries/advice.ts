import type { AnswerOf } from "../../contract/operations.ts";
import type { Portal } from "../client/portal-client.ts";
import { prefetch } from "./load.ts";

type Advice = AnswerOf<"getBiddingZoneAdvice">;

/** How long a page waits for advice, which plans controls. */
const WAIT_MS = 300;

/** The advice of a bidding zone; null where there is none in time, so that the browser reads it. */
export async function readAdvice(portal: Portal, zoneId: string): Promise<Advice | null> {
  const read = prefetch(portal, "getBiddingZoneAdvice", { params: { bidding_zone_id: zoneId } });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, null);
  });
  const advice = await Promise.race([read.catch(() => null), late]);
  clearTimeout(timer);
  return advice;
}
