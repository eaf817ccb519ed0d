"use client";

import { inPlace } from "@/components/ui/dynamic.tsx";

/**
 * A customer's start; its code is not fetched for staff, whose start has the same address. Nothing
 * stands in for it: what is below would move.
 */
export const Home = inPlace(async () => (await import("./home.tsx")).Home);
