"use client";

import { lazy } from "react";

/* Their code is fetched where they are shown. Nothing stands in for what the server draws: what is
   below would move. */

/** The latest controls that touched a location or a customer. */
export const FeltControls = lazy(async () => ({
  default: (await import("./felt-controls.tsx")).FeltControls,
}));

/** The controls that wait for a second person. */
export const ControlRequests = lazy(async () => ({
  default: (await import("./control-requests.tsx")).ControlRequests,
}));
