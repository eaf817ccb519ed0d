import { bff } from "@/lib/portal/http/bff.ts";

export const POST = bff("optOutOfControl");
export const DELETE = bff("optInToControl");
