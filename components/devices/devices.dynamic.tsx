"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/**
 * The devices of one location; its code is fetched where it is shown.
 * Nothing stands in for it: what is below would move.
 */
export const LocationDevices = dynamic(
  async () => (await import("./location-devices.tsx")).LocationDevices,
);
