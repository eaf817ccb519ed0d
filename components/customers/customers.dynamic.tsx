"use client";

import { dynamic } from "@/components/ui/dynamic.tsx";

/**
 * The customers of one group; its code is fetched where it is shown.
 * Nothing stands in for it: what is below would move.
 */
export const GroupMembers = dynamic(async () => (await import("./group-members.tsx")).GroupMembers);
