"use client";

import { inPlace } from "@/components/ui/later.tsx";

/** What a customer's installations were asked to do; its code is not fetched for staff. */
export const OwnControls = inPlace(async () => (await import("./own-controls.tsx")).OwnControls);
