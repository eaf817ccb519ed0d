"use client";

import { later } from "@/components/ui/later.tsx";

/** The service's own record of calls; its code is not fetched by who looks at the portal's trail. */
export const CallsTable = later(async () => (await import("./calls-table.tsx")).CallsTable);
