import { bff } from "@/lib/portal/bff.ts";

export const GET = bff("listDevices");
export const POST = bff("registerDevice");
