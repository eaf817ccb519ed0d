"use client";

import { useRef, useState } from "react";
import { isReauthRequired, type ProofPlace } from "@/components/form/reauth-challenge.ts";
import { ProblemError, send } from "@/components/api/operation-client.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** What is about to be decided; withdrawing is rejecting one's own. */
export interface Decision {
  kind: "approve" | "reject" | "withdraw";
  request: ApprovalRequest;
}

/** What a service answers where a request cannot be decided so any more, however often it is tried. */
const lastWords = new Set([
  "request-decided",
  "request-expired",
  "request-outgrown",
  "second-person",
]);

/** Whether a refusal stands for good: another press would be refused as well. */
export const isPermanentRefusal = (problem: Problem | null): boolean =>
  problem?.status === 404 || lastWords.has(problem?.code ?? "");

/** Sends a decision, once a press; where the service asks who one is, `asksProof` turns on. */
export function useDecision({ kind, request }: Decision, onDone: () => void, onClose: () => void) {
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [asksProof, setAsksProof] = useState<ProofPlace | null>(null);
  async function decide() {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setProblem(null);
    setAsksProof(null);
    const operation = kind === "approve" ? "approveControlRequest" : "rejectControlRequest";
    try {
      await send(operation, { params: { request_id: request.id }, body: {} });
      onClose();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const proof = isReauthRequired(error.problem);
      setAsksProof(proof);
      setProblem(proof ? null : error.problem);
    } finally {
      busy.current = false;
      setPending(false);
      onDone();
    }
  }
  return { pending, problem, asksProof, decide, giveUpProof: () => setAsksProof(null) };
}
