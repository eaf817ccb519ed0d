"use client";

import { useEffect, useRef, useState } from "react";
import { getReauthMethod, type ReauthMethod } from "@/components/form/reauth-challenge.ts";
import { isOutcomeUnknown } from "@/components/api/request.ts";
import { ProblemError, send } from "@/components/api/operation-client.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { setJustIssued } from "../just-issued-flag.ts";
import {
  savePending,
  createSubmission,
  markSent,
  loadPending,
  type PendingSubmission,
} from "./pending-submission.ts";
import { operationsForTarget } from "../control-draft.ts";

/** A control being issued: to be confirmed, sent, refused, or sent with unknown outcome. */
export interface Issuing {
  order: PendingSubmission | null;
  pending: boolean;
  /** The last answer, unless it was accepted. */
  problem: Problem | null;
  /** It was sent, and its outcome is unknown. */
  unknown: boolean;
  /** It requires reauthentication first. */
  reauthMethod: ReauthMethod | null;
  /** Makes the order that a confirmation asks about, under a key of its own. */
  submit: (input: Parameters<typeof createSubmission>[0]) => void;
  /** Sends the order: once however often it is called, and to the letter the same every time. */
  issue: () => Promise<void>;
  /** Leaves the question who one is, and the order as it stood. */
  giveUpProof: () => void;
  /** Gives the order up. */
  reset: () => void;
}

/** Where an order leads. */
interface Outcomes {
  /** Whether the service takes requests that a second person approves. */
  requests: boolean;
  onAccepted: (id: string) => void;
  onRequested: () => void;
}

function headersOf({ key, reason, replaces }: PendingSubmission): Record<string, string> {
  return {
    "Idempotency-Key": key,
    ...(reason && { "Control-Reason": reason }),
    ...(replaces && { "Control-Replaces": replaces }),
  };
}

/**
 * Issues a control, once, or requests it: the order and its key outlive a reload until its result is
 * known. `onAccepted` gets the control's id.
 */
export function useIssue(by: string, { requests, onAccepted, onRequested }: Outcomes): Issuing {
  const busy = useRef(false);
  const [order, setOrder] = useState<PendingSubmission | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [unknown, setUnknown] = useState(false);
  const [reauthMethod, setReauthMethod] = useState<ReauthMethod | null>(null);

  useEffect(() => {
    const left = loadPending(by);
    if (!left) return;
    setOrder(left);
    setUnknown(true);
  }, [by]);

  function put(next: PendingSubmission | null) {
    setOrder(next);
    savePending(next?.sentAt ? next : null);
  }

  async function issue() {
    if (busy.current || !order) return;
    busy.current = true;
    setPending(true);
    setProblem(null);
    setReauthMethod(null);
    put(markSent(order, Date.now()));
    try {
      const { order: operation, request, params } = operationsForTarget(order.target);
      const input = { params: params as never, body: order.body, headers: headersOf(order) };
      if (order.approval) {
        await send(request, input);
        savePending(null);
        return onRequested();
      }
      const control = await send(operation, input);
      savePending(null);
      setJustIssued(control.id);
      onAccepted(control.id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      busy.current = false;
      setPending(false);
      const proof = getReauthMethod(error.problem);
      setReauthMethod(proof);
      setProblem(proof ? null : error.problem);
      const isUnknown = isOutcomeUnknown(error.problem) || (unknown && !isRefusal(error.problem));
      setUnknown(isUnknown);
      const needsAnother = requests && error.problem.code === "approval-needed";
      if (!isUnknown) put({ ...order, sentAt: null, approval: order.approval || needsAnother });
    }
  }

  const reset = () => {
    busy.current = false;
    put(null);
    setProblem(null);
    setPending(false);
    setUnknown(false);
    setReauthMethod(null);
  };
  const giveUpProof = () => setReauthMethod(null);
  const submit = (input: Parameters<typeof createSubmission>[0]) =>
    put(createSubmission(input, Date.now()));
  return { order, pending, problem, unknown, reauthMethod, submit, issue, giveUpProof, reset };
}

/** Whether the control itself was refused; a 401 or a 503 does not mean that. */
const isRefusal = ({ status }: Problem) => status === 409 || status === 422;
