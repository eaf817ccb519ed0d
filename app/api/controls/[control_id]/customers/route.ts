import { bff } from "@/lib/portal/http/bff.ts";

export const GET = bff("listControlCustomers");
