"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/** The latest controls that affected a location or a customer. */
export const LocationControlsTable = dynamic(
  async () => (await import("./location-controls-table.tsx")).LocationControlsTable,
);
