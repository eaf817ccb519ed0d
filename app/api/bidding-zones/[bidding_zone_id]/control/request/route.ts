import { bff } from "@/lib/portal/bff.ts";

export const POST = bff("requestBiddingZoneControl");
