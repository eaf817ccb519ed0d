"use client";

import dynamic from "next/dynamic";

/**
 * The latest controls that touched a location or a customer; its code is fetched where it is shown.
 * Nothing stands in for it: what is below would move.
 */
export const FeltControls = dynamic(async () => (await import("./felt-controls.tsx")).FeltControls);
