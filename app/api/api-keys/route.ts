import { bff } from "@/lib/portal/bff.ts";

export const GET = bff("listApiKeys");
export const POST = bff("createApiKey");
