"use client";

import { lazy } from "react";

/** The service's own record of calls; its code is not fetched by who looks at the portal's trail. */
export const CallsTable = lazy(async () => ({
  default: (await import("./calls-table.tsx")).CallsTable,
}));
