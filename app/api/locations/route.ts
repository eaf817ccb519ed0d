import { bff } from "@/lib/portal/bff.ts";

export const POST = bff("createLocation");
export const GET = bff("listLocations");
