import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("getCustomerPreferences");
export const POST = bff("updateCustomerPreferences");
