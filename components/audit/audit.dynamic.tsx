"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/** The service's call log, loaded only on its own tab. */
export const CallsTable = dynamic(async () => (await import("./calls-table.tsx")).CallsTable);
