"use client";

import { later } from "@/components/ui/later.tsx";

/** What a customer's installations were asked to do; its code is not fetched for staff. */
export const OwnControls = later(async () => (await import("./own-controls.tsx")).OwnControls);
