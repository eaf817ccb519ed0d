import { biddingZone, type BiddingZone } from "../../lib/contract/index.ts";
import { unknown } from "./problems.ts";

/** The bidding zone in a path. @throws ApiProblem 404 for an unknown zone. */
export function parseBiddingZone(id: string): BiddingZone {
  const zone = biddingZone.safeParse(id);
  if (!zone.success) throw unknown("bidding zone");
  return zone.data;
}
