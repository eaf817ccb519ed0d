"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/states.tsx";

/** What a customer's installations were, are or will be asked to do; its code is fetched once the page stands. */
export const OwnControls = dynamic(async () => (await import("./own-controls.tsx")).OwnControls, {
  loading: () => <Skeleton className="h-64" />,
});
