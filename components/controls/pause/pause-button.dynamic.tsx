"use client";

import { dynamicBlocking } from "@/components/ui/dynamic.tsx";

/** Pauses or resumes controls; its code is loaded only where one of them is possible. */
export const PauseButton = dynamicBlocking(
  async () => (await import("./pause-button.tsx")).PauseButton,
);
