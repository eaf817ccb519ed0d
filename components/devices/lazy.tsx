"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/states.tsx";

/** The devices of one location; its code is fetched once the page stands. */
export const LocationDevices = dynamic(
  async () => (await import("./location-devices.tsx")).LocationDevices,
  { loading: () => <Skeleton className="h-40" /> },
);
