"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/** The reauthentication dialog, loaded when it is required. */
export const ReauthDialog = dynamic(async () => (await import("./reauth-dialog.tsx")).ReauthDialog);
