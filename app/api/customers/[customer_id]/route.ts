import { bff } from "@/lib/portal/bff.ts";

export const POST = bff("updateCustomer");
export const DELETE = bff("deleteCustomer");
export const GET = bff("getCustomer");
