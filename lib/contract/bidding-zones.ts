/** The bidding zones in which groups can be. */
export const biddingZones = ["NL"] as const;
/** The bidding zone that pages show. */
export const BIDDING_ZONE = biddingZones[0];
