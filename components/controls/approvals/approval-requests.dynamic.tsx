"use client";

import { inPlace } from "@/components/ui/dynamic.tsx";

/** The controls that await approval. */
export const ControlRequests = inPlace(
  async () => (await import("./approval-requests.tsx")).ControlRequests,
);
