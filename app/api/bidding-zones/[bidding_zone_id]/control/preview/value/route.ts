import { bff } from "@/lib/portal/http/bff.ts";

export const POST = bff("previewBiddingZoneControlValue");
