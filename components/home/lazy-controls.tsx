"use client";

import { lazy } from "react";

/**
 * What a customer's installations were asked to do; its code is not fetched for staff. Nothing stands
 * in for it: what is below would move.
 */
export const OwnControls = lazy(async () => ({
  default: (await import("./own-controls.tsx")).OwnControls,
}));
