"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { isPermanent } from "@/components/api/use-problem-messages.ts";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { TypedConfirmation } from "../typed-confirmation.tsx";
import { ImpactSummary, type ImpactInput } from "./impact-summary.tsx";
import { expiredPart, type PendingSubmission } from "./pending-submission.ts";
import { describeQuestion } from "../control-draft.ts";

/** The window, or its start, passed while the dialog was open. */
function PassedNotice({ what, order }: { order: PendingSubmission; what: "window" | "start" }) {
  const t = useTranslations("controls.confirm.passed");
  const f = useFormats();
  const { from, to } = order.window;
  return (
    <p role="alert" className="text-warn">
      {t(what, { start: f.time(from), end: f.time(to) })}
    </p>
  );
}

/** Focuses the window selection, after the dialog has restored the focus. */
const focusWindowSelect = () =>
  setTimeout(() => document.querySelector<HTMLElement>("[name=window]:checked")?.focus());

/**
 * The last question before setpoints are sent; a bidding zone's code has to be typed. It is withdrawn
 * once its window has passed (at `now`, ms) and once the answer could only be the same.
 */
export function ConfirmDialog({
  now,
  pending,
  problem,
  onClose,
  onConfirm,
  lead,
  ...impact
}: ImpactInput & {
  /** What else it does, before its numbers. */
  lead?: ReactNode;
  order: PendingSubmission;
  now: number;
  pending: boolean;
  problem: Problem | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("controls");
  const { order } = impact;
  const { target, approval } = order;
  const [typed, setTyped] = useState("");
  const passed = pending ? null : expiredPart(order, now);
  const needsCode = target.kind === "bidding_zone" && !passed;
  const isOver = passed !== null || (problem !== null && isPermanent(problem));
  const isReady = !isOver && (!needsCode || typed.trim() === target.id);
  const close = () => {
    onClose();
    if (passed) focusWindowSelect();
  };
  return (
    <DialogForm
      form={{ pending, problem: passed ? null : problem, submit: onConfirm }}
      title={describeQuestion(order, t)}
      description={
        !passed && (
          <>
            {lead && <p className="mb-3 font-medium text-ink">{lead}</p>}
            <ImpactSummary {...impact} />
          </>
        )
      }
      cancel={t(passed ? "confirm.chooseAgain" : approval ? "approval.doNot" : "confirm.doNot")}
      action={t(approval ? "approval.send" : "confirm.issue")}
      variant={approval ? "primary" : "danger"}
      isReady={isReady && !pending}
      onClose={close}
    >
      {needsCode && <TypedConfirmation code={target.id} typed={typed} onType={setTyped} />}
      {passed && <PassedNotice what={passed} order={order} />}
      <p role="status" className="text-muted empty:hidden">
        {pending && t(approval ? "approval.sent" : "confirm.sent")}
      </p>
    </DialogForm>
  );
}
