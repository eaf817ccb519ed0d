import { bff } from "@/lib/portal/http/bff.ts";

export const DELETE = bff("revokeApiKey");
