import type { Problem } from "@/lib/contract/problem.ts";

/** Refused values (400, 422), and a session that ended (401). */
const permanentCodes = [400, 401, 422];

/** Whether a retry of the same request would get the same answer. */
export const isPermanent = ({ status }: Problem): boolean => permanentCodes.includes(status);
