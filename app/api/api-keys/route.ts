import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("listApiKeys");
export const POST = bff("createApiKey");
