import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("getWebhook");
export const POST = bff("updateWebhook");
export const DELETE = bff("deleteWebhook");
