"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/states.tsx";

/** The locations of one customer or group; its code is fetched once the page stands. */
export const LocationRows = dynamic(
  async () => (await import("./location-rows.tsx")).LocationRows,
  { loading: () => <Skeleton className="h-64" /> },
);
