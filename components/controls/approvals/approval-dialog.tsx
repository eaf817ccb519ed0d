"use client";

import { useTranslations } from "next-intl";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { isPermanent } from "@/components/api/is-retryable.ts";
import { fallbackData, useOperation } from "@/components/api/use-operation.ts";
import { ApprovalSummary } from "./approval-summary.tsx";
import { TypedConfirmation } from "../typed-confirmation.tsx";
import type { IssueCapabilities } from "@/lib/portal/queries/issue-capabilities.ts";
import { RequestOutcome, getRequestState } from "./approval-request-card.tsx";
import { targetTitle } from "../control-view-model.ts";
import type { ControlTranslator } from "../types.ts";
import { isPermanentRefusal, useApproval, type Decision } from "./use-approval.ts";
import { useRequestPreview } from "./use-request-preview.ts";

const EVERY = 5_000;

const actionKeys = { approve: "doApprove", reject: "doReject", withdraw: "doWithdraw" } as const;

function getTitle(
  { kind, request: { type, target } }: Decision,
  isOver: boolean,
  t: ControlTranslator,
): string {
  const named = { type: t(`types.${type}.title`), target: targetTitle(target, t) };
  if (isOver) return t("requests.overTitle", named);
  if (kind === "withdraw") return t("requests.withdrawTitle");
  return t(kind === "approve" ? "requests.approveTitle" : "requests.rejectTitle", named);
}

/** The current state of a request while its dialog is open: somebody else may decide it meanwhile. */
function useLiveRequest({ request }: Decision, now: number) {
  const { data = request, mutate } = useOperation(
    "getControlRequest",
    { params: { request_id: request.id } },
    { refreshInterval: EVERY, ...fallbackData(request, now) },
  );
  return { request: data, state: getRequestState(data, now), readAgain: mutate };
}

interface ApprovalDialogProps {
  decision: Decision;
  /** What the service can do for the control that an approval issues. */
  capabilities: IssueCapabilities;
  now: number;
  /** Runs after each call, whatever its outcome. */
  onDone: () => void;
  onClose: () => void;
}

/**
 * Asks whether to decide, naming what that does. To approve for a bidding zone its code has to be
 * typed, else the way back has the focus. Once nothing is left to decide it says so, and only closes.
 */
export function ApprovalDialog({
  decision,
  capabilities,
  now,
  onDone,
  onClose,
}: ApprovalDialogProps) {
  const t = useTranslations("controls");
  const close = useTranslations("common")("close");
  const { kind, request } = decision;
  const approves = kind === "approve";
  const previewed = useRequestPreview(request, approves && capabilities.preview);
  const followed = useLiveRequest(decision, now);
  const answered = () => {
    followed.readAgain();
    onDone();
  };
  const form = useApproval(decision, answered, onClose);
  const { pending, problem, draft } = form;
  const state = pending ? "pending" : followed.state;
  const isOver = !pending && (state !== "pending" || isPermanentRefusal(problem));
  const needsCode = approves && request.target.kind === "bidding_zone" && !isOver;
  const isForeseen = !approves || !capabilities.preview || previewed.preview !== null;
  const isRefused = problem !== null && isPermanent(problem);
  const isReady =
    !isRefused && isForeseen && (!needsCode || draft.code.trim() === request.target.id);
  // Once the request itself shows the outcome, a lost answer is no longer a problem.
  const isRelevant = state === "pending" || isPermanentRefusal(problem);
  const question = approves ? (
    <ApprovalSummary
      request={request}
      previewed={previewed}
      capabilities={capabilities}
      now={now}
    />
  ) : (
    <p className="text-ink">{t("requests.rejectHint")}</p>
  );
  return (
    <DialogForm
      form={{ ...form, problem: isRelevant ? problem : null }}
      title={getTitle(decision, isOver, t)}
      description={!isOver && question}
      cancel={isOver ? close : t("requests.cancel")}
      action={isOver ? undefined : t(`requests.${actionKeys[kind]}`)}
      variant={approves ? "danger" : "primary"}
      isReady={isReady && !isOver}
      reauth={<FormReauth form={form} reason={t("requests.reauth")} />}
      onClose={onClose}
    >
      {needsCode && (
        <TypedConfirmation
          code={request.target.id}
          typed={draft.code}
          onType={(code) => form.set("code", code)}
        />
      )}
      <div role="status" className="empty:hidden">
        {state !== "pending" && (
          <RequestOutcome request={followed.request} state={state} now={now} />
        )}
      </div>
    </DialogForm>
  );
}
