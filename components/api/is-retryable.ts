import type { Problem } from "@/lib/contract/problem.ts";

/** Values that are not taken (400, 422), and nobody who is signed in (401). */
const permanentCodes = [400, 401, 422];

/** Whether the same, asked again, could only be answered the same. */
export const isPermanent = ({ status }: Problem): boolean => permanentCodes.includes(status);
