"use client";

import { useRef, useState } from "react";
import { isOutcomeUnknown } from "@/components/api/request.ts";
import { ProblemError, send } from "@/components/api/send.ts";
import type { ControlType } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { operationsOf, type Target } from "./order.ts";
import { orderTimes, type Window } from "./window.ts";

/** Issues a control, once however often it is asked for; `onAccepted` gets the control's id. */
export function useIssue(onAccepted: (id: string) => void) {
  const busy = useRef(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function issue(target: Target, type: ControlType, window: Window) {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    setProblem(null);
    try {
      const { order, params } = operationsOf(target);
      const body = { type, ...orderTimes(window, Date.now()) };
      const control = await send(order, { params: params as never, body });
      onAccepted(control.id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error.problem);
      setPending(false);
      busy.current = isOutcomeUnknown(error.problem);
    }
  }

  const reset = () => {
    busy.current = false;
    setProblem(null);
    setPending(false);
  };
  return { issue, pending, problem, unknown: problem !== null && isOutcomeUnknown(problem), reset };
}
