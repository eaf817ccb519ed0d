import { bff } from "@/lib/portal/bff.ts";

export const POST = bff("createGroup");
export const GET = bff("listGroups");
