"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/**
 * The devices of one location; its code is fetched where it is shown.
 * It has no placeholder: the server renders it.
 */
export const LocationDevices = dynamic(
  async () => (await import("./location-devices.tsx")).LocationDevices,
);
