import { bff } from "@/lib/portal/bff.ts";

export const GET = bff("listCustomers");
export const POST = bff("createCustomer");
