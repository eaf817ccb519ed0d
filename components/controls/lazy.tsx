"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/states.tsx";

/** The latest controls that touched a location or a customer; its code is fetched once the page stands. */
export const FeltControls = dynamic(
  async () => (await import("./felt-controls.tsx")).FeltControls,
  { loading: () => <Skeleton className="h-64" /> },
);
