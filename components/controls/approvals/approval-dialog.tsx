"use client";

import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { isPermanent } from "@/components/api/use-problem-messages.ts";
import { fallbackData, useOperation, useReading } from "@/components/api/use-operation.ts";
import { TypedConfirmation } from "../typed-confirmation.tsx";
import { ReplacedControl, RequestOutcome, getRequestState } from "./approval-request-card.tsx";
import { targetTitle, type ControlTranslator } from "../control-view-model.ts";
import { isPermanentRefusal, useApproval, type Decision } from "./use-approval.ts";
import { useTranslations } from "next-intl";
import { Failure } from "@/components/api/failure.tsx";
import { Loading } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApprovalRequest } from "@/lib/contract/control-requests.ts";
import { ImpactSummary, type ImpactInput } from "../issue/impact-summary.tsx";
import type { IssueCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import { WorthFact } from "@/components/controls/issue/preview-worth.tsx";
import { PreviewWarnings } from "@/components/controls/issue/preview-warnings.tsx";
import { toBodyTimes, parseWindow } from "../window.ts";
import { useState } from "react";
import { send } from "@/components/api/operation-client.ts";
import { toFetched } from "@/components/api/request.ts";
import type { ControlOrder, ControlPreview } from "@/lib/contract/controls.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { operationsForTarget } from "@/components/controls/control-draft.ts";

/** The effect a request would have now, and the state of reading it. */
export interface RequestPreview {
  offered: boolean;
  preview: ControlPreview | null;
  problem: Problem | null;
  retry: () => void;
}

const READ_ONCE = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
};

/**
 * Previews a request as its dialog opens; nothing is recorded or sent. It is read once, so that what the
 * dialog confirms does not change while it is open.
 */
export function useRequestPreview(request: ApprovalRequest, offered: boolean): RequestPreview {
  const { id, target, type } = request;
  const [openedAt] = useState(() => Date.now());
  const { data, problem, mutate } = useReading<ControlPreview>(
    offered ? ["request-preview", id, openedAt] : null,
    async () => {
      const { preview, params } = operationsForTarget(target);
      const body = { type, ...toBodyTimes(parseWindow(request), Date.now()) };
      return toFetched(await send(preview, { params: params as never, body }));
    },
    READ_ONCE,
  );
  return { offered, preview: data ?? null, problem, retry: mutate };
}

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
 * Confirms a decision and names its effect. Approving for a bidding zone requires typing its code;
 * otherwise the back button has the focus. Once the request is decided, the dialog can only be closed.
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

/** A request as the order that its approval issues, with the window it gets then. */
function toPendingSubmission(
  request: ApprovalRequest,
  previewed: RequestPreview["preview"],
  now: number,
): ImpactInput["order"] {
  const { type, reason } = request;
  const window = parseWindow(previewed ?? request);
  return { type, reason, approval: false, window, body: toUnissued(request, now) };
}

const toUnissued = (request: ApprovalRequest, now: number): ControlOrder => ({
  type: request.type,
  ...toBodyTimes(parseWindow(request), now),
});

/** What was foreseen when it was requested, to be held against what is foreseen now. */
function PreviewAtRequest({ request }: { request: ApprovalRequest }) {
  const t = useTranslations("controls");
  const f = useFormats();
  const counted = (what: "devices" | "locations") =>
    t(`confirm.${what}`, { count: request[what], shown: f.count(request[what]) });
  const energy = f.kwh(request.energy_kwh, { signed: true });
  const [devices, locations] = [counted("devices"), counted("locations")];
  return <p className="text-muted">{t("requests.asRequested", { energy, devices, locations })}</p>;
}

function NotPreviewed() {
  const t = useTranslations("controls.requests");
  return (
    <p className="flex items-start gap-2 text-warn">
      <span aria-hidden className="info-mark mt-0.5 size-4" />
      {t("notPreviewed")}
    </p>
  );
}

/**
 * What approving does: as foreseen now, beside what was foreseen then. Where the service offers no
 * preview, what was foreseen then, and that it is no more than that.
 */
export function ApprovalSummary({
  request,
  previewed,
  capabilities,
  now,
}: {
  request: ApprovalRequest;
  previewed: RequestPreview;
  capabilities: Pick<IssueCapabilities, "cancel" | "reason" | "value">;
  now: number;
}) {
  const t = useTranslations("controls");
  const { offered, preview, problem, retry } = previewed;
  const impact = {
    order: toPendingSubmission(request, preview, now),
    canCancel: capabilities.cancel,
    takesReason: capabilities.reason,
    worth: capabilities.value && preview && (
      <WorthFact target={request.target} body={toUnissued(request, now)} />
    ),
  };
  return (
    <div className="flex flex-col gap-3 text-ink">
      <p>{t("requests.approveHint", { who: request.requested_by })}</p>
      <ReplacedControl request={request} />
      {!offered && <ImpactSummary {...impact} preview={request} notes={<NotPreviewed />} />}
      {preview && (
        <>
          <ImpactSummary
            {...impact}
            preview={preview}
            notes={<PreviewWarnings preview={{ ...preview, approval: [] }} takesRequests />}
          />
          <PreviewAtRequest request={request} />
        </>
      )}
      {offered && !preview && (
        <>
          {problem ? (
            <Failure problem={problem} onRetry={retry} />
          ) : (
            <Loading label={t("preview.loading")} />
          )}
        </>
      )}
    </div>
  );
}
