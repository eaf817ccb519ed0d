import { biddingZone, type BiddingZone } from "../../lib/contract/index.ts";
import { unknown } from "./problems.ts";

/** The bidding zone a path names; a 404 for any other. */
export function parseBiddingZone(id: string): BiddingZone {
  const zone = biddingZone.safeParse(id);
  if (!zone.success) throw unknown("bidding zone");
  return zone.data;
}
