import { bff } from "@/lib/portal/bff.ts";

export const DELETE = bff("revokeApiKey");
