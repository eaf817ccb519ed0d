import { bff } from "@/lib/portal/bff.ts";

export const GET = bff("listControlRequests");
