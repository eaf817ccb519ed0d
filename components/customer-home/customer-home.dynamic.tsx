"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";

/**
 * The home page of customers. Staff, whose overview has the same address, do not load its code. It has
 * no placeholder, which would shift the layout.
 */
export const Home = dynamicBlocking(async () => (await import("./home.tsx")).Home);
