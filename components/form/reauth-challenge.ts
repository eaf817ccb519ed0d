import type { Problem } from "@/lib/contract/problem.ts";

/** Where a fresh proof of who one is can be given. */
export type ProofPlace = "here" | "provider";

/** Where a problem asks for a fresh proof; null when it asks for none. */
export function isReauthRequired({ code, values }: Problem): ProofPlace | null {
  if (code !== "prove-yourself") return null;
  return values?.at === "provider" ? "provider" : "here";
}
