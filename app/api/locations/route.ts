import { bff } from "@/lib/portal/http/bff.ts";

export const POST = bff("createLocation");
export const GET = bff("listLocations");
