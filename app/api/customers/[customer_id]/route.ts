import { bff } from "@/lib/portal/http/bff.ts";

export const POST = bff("updateCustomer");
export const DELETE = bff("deleteCustomer");
export const GET = bff("getCustomer");
