"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/**
 * The locations of one customer or group; its code is fetched where it is shown.
 * It has no placeholder: the server renders it.
 */
export const LocationRows = dynamic(async () => (await import("./location-rows.tsx")).LocationRows);
