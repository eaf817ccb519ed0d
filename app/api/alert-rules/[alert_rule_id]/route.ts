import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("getAlertRule");
export const POST = bff("updateAlertRule");
export const DELETE = bff("deleteAlertRule");
