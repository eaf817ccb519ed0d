"use client";

import { later } from "@/components/ui/later.tsx";

/** The question who one is; its code is fetched when it is asked. */
export const ProveDialog = later(async () => (await import("./prove-dialog.tsx")).ProveDialog);
