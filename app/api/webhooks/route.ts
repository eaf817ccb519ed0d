import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("listWebhooks");
export const POST = bff("createWebhook");
