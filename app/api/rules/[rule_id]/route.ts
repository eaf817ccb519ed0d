import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("getRule");
export const POST = bff("updateRule");
export const DELETE = bff("deleteRule");
