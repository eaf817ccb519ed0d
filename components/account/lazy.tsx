"use client";

import dynamic from "next/dynamic";

/** The question who one is; its code is fetched when it is asked. */
export const ProveDialog = dynamic(async () => (await import("./prove-dialog.tsx")).ProveDialog);
