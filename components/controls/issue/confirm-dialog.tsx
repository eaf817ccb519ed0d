"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { isPermanent } from "@/components/api/is-retryable.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { CodeField } from "../typed-confirmation.tsx";
import { Consequence, type ImpactInput } from "./impact-summary.tsx";
import { expiredPart, type PendingSubmission } from "./pending-submission.ts";
import { questionOf } from "../control-draft.ts";

/** That the question came too late, which the order's window tells. */
function Passed({ what, order }: { order: PendingSubmission; what: "window" | "start" }) {
  const t = useTranslations("controls.confirm.passed");
  const f = useFormats();
  const { from, to } = order.window;
  return (
    <p role="alert" className="text-warn">
      {t(what, { start: f.time(from), end: f.time(to) })}
    </p>
  );
}

/** Where a window is chosen takes the focus, once the dialog has given it back. */
const toWindows = () =>
  setTimeout(() => document.querySelector<HTMLElement>("[name=window]:checked")?.focus());

/**
 * The last question before hardware is told; a bidding zone's code has to be typed. It is withdrawn
 * once its window has passed (at `now`, ms) and once the answer could only be the same.
 */
export function ConfirmDialog({
  now,
  pending,
  problem,
  onClose,
  onConfirm,
  ...asked
}: ImpactInput & {
  order: PendingSubmission;
  now: number;
  pending: boolean;
  problem: Problem | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const t = useTranslations("controls");
  const { order } = asked;
  const { target, approval } = order;
  const [typed, setTyped] = useState("");
  const keep = useRef<HTMLButtonElement>(null);
  const passed = pending ? null : expiredPart(order, now);
  const needsCode = target.kind === "bidding_zone" && !passed;
  const isOver = passed !== null || (problem !== null && isPermanent(problem));
  const isReady = !isOver && (!needsCode || typed.trim() === target.id);
  // An Enter that is held down must not answer the question it asked.
  useEffect(() => {
    if (!needsCode) keep.current?.focus();
  }, [needsCode, passed]);
  const leave = () => {
    if (pending) return;
    onClose();
    if (passed) toWindows();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !pending) onConfirm();
  };
  return (
    <Dialog
      open
      onClose={leave}
      title={questionOf(order, t)}
      description={!passed && <Consequence {...asked} />}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {needsCode && <CodeField code={target.id} typed={typed} onType={setTyped} />}
        {passed && <Passed what={passed} order={order} />}
        {problem && !passed && <Failure problem={problem} />}
        <p role="status" className="text-muted empty:hidden">
          {pending && t(approval ? "approval.sent" : "confirm.sent")}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button ref={keep} onClick={leave} disabled={pending}>
            {t(passed ? "confirm.chooseAgain" : approval ? "approval.doNot" : "confirm.doNot")}
          </Button>
          <Button
            type="submit"
            variant={approval ? "primary" : "danger"}
            pending={pending}
            disabled={!isReady}
          >
            {t(approval ? "approval.send" : "confirm.issue")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
