import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("getCustomerStatement");
export const POST = bff("issueCustomerStatement");
