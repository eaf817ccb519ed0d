"use client";

import { apart } from "@/components/ui/later.tsx";

/**
 * A customer's start; its code is not fetched for staff, whose start has the same address. Nothing
 * stands in for it: what is below would move.
 */
export const Home = apart(async () => (await import("./home.tsx")).Home);
