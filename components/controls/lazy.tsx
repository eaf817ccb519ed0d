"use client";

import { later } from "@/components/ui/later.tsx";

/* Nothing stands in for these, which the server draws with the page: what is below would move. */

/** The latest controls that touched a location or a customer. */
export const FeltControls = later(async () => (await import("./felt-controls.tsx")).FeltControls);

/** Says that controls are paused. */
export const PauseBanner = later(async () => (await import("./pause-controls.tsx")).PauseBanner);

/** Pauses all controls. */
export const PauseControls = later(
  async () => (await import("./pause-controls.tsx")).PauseControls,
);

/** The controls that wait for a second person. */
export const ControlRequests = later(
  async () => (await import("./control-requests.tsx")).ControlRequests,
);
