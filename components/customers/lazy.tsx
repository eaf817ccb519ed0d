"use client";

import { apart } from "@/components/ui/later.tsx";

/**
 * The customers of one group; its code is fetched where it is shown.
 * Nothing stands in for it: what is below would move.
 */
export const GroupMembers = apart(async () => (await import("./group-members.tsx")).GroupMembers);
