"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/**
 * The locations of one customer or group; its code is fetched where it is shown.
 * Nothing stands in for it: what is below would move.
 */
export const LocationRows = dynamic(async () => (await import("./location-rows.tsx")).LocationRows);
