import { isPending } from "../../time/day-ahead.ts";
import type { Portal } from "../client/portal-client.ts";
import { prefetch } from "./load.ts";

/** How much room the card of advice takes: a sentence, what is missing, or a control. */
export type AdviceSpace = "short" | "missing" | "long";

/** How long a page waits for it. Advice that takes longer plans controls, so it is long. */
const WAIT_MS = 300;

/** The room that the advice of a bidding zone takes, before the browser has read it. */
export async function readAdviceSpace(
  portal: Portal,
  zoneId: string,
  nowMs: number,
): Promise<AdviceSpace> {
  const read = prefetch(portal, "getBiddingZoneAdvice", { params: { bidding_zone_id: zoneId } });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS, null);
  });
  const advice = await Promise.race([read.catch(() => null), late]);
  clearTimeout(timer);
  if (!advice || advice.data.some(({ worth_it }) => worth_it)) return "long";
  // Prices that are published later today take a line, as nothing missing does.
  return advice.missing.every((one) => isPending(one, nowMs)) ? "short" : "missing";
}
