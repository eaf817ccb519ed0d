"use client";

import { dynamicOnVisible } from "@/components/ui/dynamic-on-visible.tsx";
import { SkipPlaceholder } from "./skip-placeholder.tsx";

/** Lets a customer skip a request; its code is loaded when it comes into view. */
export const SkipControl = dynamicOnVisible(
  async () => (await import("./skip-control.tsx")).SkipControl,
  SkipPlaceholder,
);
