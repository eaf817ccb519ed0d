"use client";

import { later } from "@/components/ui/dynamic.tsx";

/** The question who one is; its code is fetched when it is asked. */
export const ProveDialog = later(async () => (await import("./reauth-dialog.tsx")).ProveDialog);
