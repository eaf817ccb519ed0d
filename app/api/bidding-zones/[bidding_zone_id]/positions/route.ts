import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("getBiddingZonePositions");
export const POST = bff("recordBiddingZonePositions");
