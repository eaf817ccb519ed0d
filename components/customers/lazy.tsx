"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/states.tsx";

/** The customers of one group; its code is fetched once the page stands. */
export const GroupMembers = dynamic(
  async () => (await import("./group-members.tsx")).GroupMembers,
  { loading: () => <Skeleton className="h-64" /> },
);
