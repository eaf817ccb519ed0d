"use client";

import { send } from "@/components/api/operation-client.ts";
import { useForm } from "@/components/form/use-form.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import type { Problem } from "@/lib/contract/problem.ts";

/** A decision to confirm; withdrawing is rejecting one's own request. */
export interface Decision {
  kind: "approve" | "reject" | "withdraw";
  request: ApprovalRequest;
}

/** Codes of refusals that a retry cannot change. */
const permanentCodes = new Set([
  "request-decided",
  "request-expired",
  "request-outgrown",
  "second-person",
]);

/** Whether a refusal is permanent: a retry would be refused as well. */
export const isPermanentRefusal = (problem: Problem | null): boolean =>
  problem?.status === 404 || permanentCodes.has(problem?.code ?? "");

/** The form of a decision; `onAnswered` runs after each call, whatever its outcome. */
export function useApproval(
  { kind, request }: Decision,
  onAnswered: () => void,
  onClose: () => void,
) {
  const operation = kind === "approve" ? "approveControlRequest" : "rejectControlRequest";
  const form = useForm({
    initial: { code: "" },
    send: () => send(operation, { params: { request_id: request.id }, body: {} }),
    onDone: onClose,
  });
  return { ...form, submit: () => void form.submit().finally(onAnswered) };
}
