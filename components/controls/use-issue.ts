"use client";

import { useEffect, useRef, useState } from "react";
import { isOutcomeUnknown } from "@/components/api/request.ts";
import { ProblemError, send } from "@/components/api/send.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { noteAccepted } from "./accepted-here.ts";
import { keepOrder, newOrder, sentAt, sentOrder, type KeptOrder } from "./kept-order.ts";
import { operationsOf } from "./order.ts";

/** An order on its way: asked for, sent, refused, or sent without anybody knowing what came of it. */
export interface Issuing {
  order: KeptOrder | null;
  pending: boolean;
  /** What the last answer was, where it was not an acceptance. */
  problem: Problem | null;
  /** It was sent, and whether it was accepted is not known. */
  unknown: boolean;
  /** Makes the order that a confirmation asks about, under a key of its own. */
  ask: (asked: Parameters<typeof newOrder>[0]) => void;
  /** Sends the order: once however often it is called, and to the letter the same every time. */
  issue: () => Promise<void>;
  /** Gives the order up. */
  reset: () => void;
}

function headersOf({ key, reason }: KeptOrder): Record<string, string> {
  return { "Idempotency-Key": key, ...(reason && { "Control-Reason": reason }) };
}

/**
 * Issues a control, once: the order and its key outlive a reload until its result is known.
 * `onAccepted` gets the control's id.
 */
export function useIssue(by: string, onAccepted: (id: string) => void): Issuing {
  const busy = useRef(false);
  const [order, setOrder] = useState<KeptOrder | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [unknown, setUnknown] = useState(false);

  useEffect(() => {
    const left = sentOrder(by);
    if (!left) return;
    setOrder(left);
    setUnknown(true);
  }, [by]);

  function put(next: KeptOrder | null) {
    setOrder(next);
    keepOrder(next?.sentAt ? next : null);
  }

  async function issue() {
    if (busy.current || !order) return;
    busy.current = true;
    setPending(true);
    setProblem(null);
    put(sentAt(order, Date.now()));
    try {
      const { order: operation, params } = operationsOf(order.target);
      const input = { params: params as never, body: order.body, headers: headersOf(order) };
      const control = await send(operation, input);
      keepOrder(null);
      noteAccepted(control.id);
      onAccepted(control.id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      busy.current = false;
      setPending(false);
      setProblem(error.problem);
      const isUnknown = isOutcomeUnknown(error.problem) || (unknown && !isRefusal(error.problem));
      setUnknown(isUnknown);
      if (!isUnknown) put({ ...order, sentAt: null });
    }
  }

  const reset = () => {
    busy.current = false;
    put(null);
    setProblem(null);
    setPending(false);
    setUnknown(false);
  };
  const ask = (asked: Parameters<typeof newOrder>[0]) => put(newOrder(asked, Date.now()));
  return { order, pending, problem, unknown, ask, issue, reset };
}

/** What says for certain that the order itself was turned down; a 401 or a 503 says nothing of it. */
const isRefusal = ({ status }: Problem) => status === 409 || status === 422;
