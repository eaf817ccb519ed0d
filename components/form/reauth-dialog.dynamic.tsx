"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/** The question who one is; its code is fetched when it is asked. */
export const ReauthDialog = dynamic(async () => (await import("./reauth-dialog.tsx")).ReauthDialog);
