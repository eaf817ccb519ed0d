"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/** The customers of a group. It has no placeholder: the server renders it. */
export const GroupMembers = dynamic(async () => (await import("./group-tables.ts")).GroupMembers);

/** The locations of a group. It has no placeholder: the server renders it. */
export const GroupLocationRows = dynamic(
  async () => (await import("./group-tables.ts")).LocationRows,
);
