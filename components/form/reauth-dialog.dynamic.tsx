"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/** The reauthentication dialog; its code is loaded when it opens. */
export const ReauthDialog = dynamic(async () => (await import("./reauth-dialog.tsx")).ReauthDialog);
