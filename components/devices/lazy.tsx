"use client";

import dynamic from "next/dynamic";

/**
 * The devices of one location; its code is fetched where it is shown.
 * Nothing stands in for it: what is below would move.
 */
export const LocationDevices = dynamic(
  async () => (await import("./location-devices.tsx")).LocationDevices,
);
