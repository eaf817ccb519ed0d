"use client";

import { later } from "@/components/ui/dynamic.tsx";

/** The latest controls that affected a location or a customer. */
export const LocationControlsTable = later(
  async () => (await import("./location-controls-table.tsx")).LocationControlsTable,
);
