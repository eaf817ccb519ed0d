"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";

/**
 * A customer's start; its code is not fetched for staff, whose start has the same address. Nothing
 * stands in for it: what is below would move.
 */
export const Home = dynamicBlocking(async () => (await import("./home.tsx")).Home);
