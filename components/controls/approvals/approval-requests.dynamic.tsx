"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";

/** The controls that await approval. */
export const ApprovalRequests = dynamicBlocking(
  async () => (await import("./approval-requests.tsx")).ApprovalRequests,
);
