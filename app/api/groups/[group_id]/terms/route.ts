import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("getGroupTerms");
export const POST = bff("setGroupTerms");
