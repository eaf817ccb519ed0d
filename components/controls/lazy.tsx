"use client";

import { inPlace, later } from "@/components/ui/later.tsx";

/** The latest controls that touched a location or a customer. */
export const FeltControls = later(async () => (await import("./felt-controls.tsx")).FeltControls);

/** The controls that wait for a second person. */
export const ControlRequests = inPlace(
  async () => (await import("./control-requests.tsx")).ControlRequests,
);

/** The way into a pause and out of it; its code is not fetched where there is neither. */
export const PauseButton = inPlace(async () => (await import("./pause-button.tsx")).PauseButton);
