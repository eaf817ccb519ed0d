"use client";

import type { IssueCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import { ReauthDialog } from "@/components/form/reauth-dialog.dynamic.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { EffectiveWindow } from "./effective-window.tsx";
import type { GroupPage } from "./group-select.tsx";
import { ControlFormFields } from "./control-form-fields.tsx";
import {
  type Draft,
  emptyDraft,
  operationsForTarget,
  saveDraft,
  loadDraft,
} from "../control-draft.ts";
import { OutcomeUnknown } from "./outcome-unknown.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { useIssue } from "./use-issue.ts";
import { getField } from "@/components/api/use-problem-messages.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import { useHydrated } from "@/components/ui/use-hydrated.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import { send } from "@/components/api/operation-client.ts";
import { toFetched } from "@/components/api/request.ts";
import { useReading } from "@/components/api/use-operation.ts";
import { toBodyTimes, parseWindow, validateWindow, toWindow } from "../window.ts";

const EVERY = 60_000;

/**
 * Asks what a draft would do; nothing is recorded or sent. Asks again each minute, and at once when
 * a window that begins now begins a minute later. Until the answer, the last preview stays, marked
 * as `isOld`. `window` is the one to show beside it: the preview's own, else what the draft means.
 */
function usePreview(draft: Draft, now: number, offered: boolean) {
  const { target, type } = draft;
  const meant = toWindow(draft.window, now);
  const window = meant && validateWindow(meant, now) === null ? meant : null;
  const order = type && window ? { type, ...toBodyTimes(window, now) } : null;
  const key =
    offered && order && target ? ["preview", target.kind, target.id, order, window?.from] : null;
  const { data, problem, isLoading, mutate } = useReading<ControlPreview>(
    key,
    async () => {
      const { preview, params } = operationsForTarget(target!);
      return toFetched(await send(preview, { params: params as never, body: order! }));
    },
    { refreshInterval: EVERY, shouldRetryOnError: false, keepPreviousData: true },
  );
  const preview = (key && data) ?? null;
  const isCurrent = preview !== null && !isLoading && !problem;
  return {
    preview,
    window: isCurrent ? parseWindow(preview) : window,
    isOld: isLoading,
    problem,
    isLoading,
    retry: mutate,
  };
}

const MARKED = {
  code: "marked-at-fields",
  detail: "Check the marked fields.",
};

/** A problem without the remarks that are already shown at their fields. */
function withoutFieldErrors(problem: Problem, isField: (name: string) => boolean): Problem {
  const { errors = [], ...rest } = problem;
  const elsewhere = errors.filter((remark) => !isField(getField(remark)));
  const allPlaced = errors.length > 0 && elsewhere.length === 0;
  return { ...rest, ...(allPlaced && MARKED), errors: elsewhere };
}

/** The confirmation, loaded when it opens. */
const ConfirmDialog = dynamic(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);

interface IssueControlProps {
  groups: GroupPage;
  /** The draft in the URL. */
  initial: Draft;
  capabilities: IssueCapabilities;
  /** The id of the current user. */
  by: string;
  /** The server's clock in milliseconds, for the first render. */
  serverNow: number;
}

/** Whether the control needs approval by another operator. */
const needsApproval = (preview: ControlPreview | null): boolean =>
  (preview?.approval?.length ?? 0) > 0;

/** Whether a remark is shown at one of the fields of a custom window. */
const isWindowField = (field: string) => field === "time_from" || field === "time_to";

/** The form of a control: its fields, the effective window and the preview; `onAsk` opens the confirmation. */
function ControlForm({
  groups,
  capabilities,
  draft,
  now,
  previewed,
  onChange,
  onReview,
}: Pick<IssueControlProps, "groups" | "capabilities"> & {
  draft: Draft;
  now: number;
  previewed: ReturnType<typeof usePreview>;
  onChange: (part: Partial<Draft>) => void;
  onReview: () => void;
}) {
  const t = useTranslations("controls");
  const { preview, window, isOld, problem, isLoading, retry } = previewed;
  const requiresApproval = needsApproval(preview);
  const isPreviewed = !capabilities.preview || (preview !== null && !isOld && !problem);
  const isChosen = draft.target !== null && draft.type !== null && window !== null;
  const isReady = isChosen && isPreviewed && (capabilities.request || !requiresApproval);
  const review = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onReview();
  };
  const action = (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button type="submit" variant="primary" disabled={!isReady} className="max-sm:w-full">
        {t(requiresApproval ? "approval.request" : "preview.issue")}
      </Button>
      {isReady && <p className="text-xs text-muted max-sm:hidden">{t("preview.enter")}</p>}
    </div>
  );
  return (
    <form
      onSubmit={review}
      noValidate
      className="grid items-start gap-4 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]"
    >
      <ControlFormFields
        draft={draft}
        groups={groups}
        takesReason={capabilities.reason}
        now={now}
        problem={problem}
        onChange={onChange}
      />
      <div className="flex min-w-0 flex-col gap-4">
        <Card title={t("effective.title")}>
          <EffectiveWindow window={window} choice={draft.window} now={now} />
        </Card>
        <Card
          title={t("preview.title")}
          subtitle={capabilities.preview ? t("preview.subtitle") : undefined}
        >
          <PreviewPanel
            offered={capabilities.preview}
            takesRequests={capabilities.request}
            preview={preview}
            isOld={isOld}
            problem={
              problem && draft.window.kind === "exact"
                ? withoutFieldErrors(problem, isWindowField)
                : problem
            }
            isLoading={isLoading}
            onRetry={retry}
            action={action}
          />
        </Card>
      </div>
    </form>
  );
}

/** Issues a control: form, preview, confirmation and result. */
export function IssueControl({ groups, initial, capabilities, by, serverNow }: IssueControlProps) {
  const router = useRouter();
  const t = useTranslations("controls");
  const now = useNow(2_000, serverNow);
  const { draft, change } = useDraft(initial);
  const previewed = usePreview(draft, now, capabilities.preview);
  const { preview } = previewed;
  const leave = (address: string) => {
    saveDraft(emptyDraft);
    router.push(address);
  };
  const issuing = useIssue(by, {
    requests: capabilities.request,
    onAccepted: (id) => leave(`/controls/${encodeURIComponent(id)}`),
    onRequested: () => leave("/controls"),
  });
  const { order, pending, problem, unknown } = issuing;
  // The confirmed preview does not change while the dialog is open.
  const [seen, setSeen] = useState<ControlPreview | null>(null);
  const review = () => {
    const { target, type, reason } = draft;
    const { window } = previewed;
    if (!target || !type || !window) return;
    setSeen(preview);
    const approval = capabilities.request && needsApproval(preview);
    issuing.submit({ by, target, type, reason, window, approval });
  };
  const prove = order && issuing.reauthMethod && (
    <ReauthDialog
      at={issuing.reauthMethod}
      reason={t("confirm.reauth")}
      onProved={() => void issuing.issue()}
      onClose={unknown ? issuing.giveUpProof : issuing.reset}
    />
  );
  if (order && unknown) {
    return (
      <>
        <OutcomeUnknown
          order={order}
          problem={problem}
          takesKey={capabilities.key}
          pending={pending}
          now={now}
          onAgain={() => void issuing.issue()}
          onStartOver={issuing.reset}
        />
        {prove}
      </>
    );
  }
  return (
    <>
      <ControlForm
        groups={groups}
        capabilities={capabilities}
        draft={draft}
        now={now}
        previewed={previewed}
        onChange={change}
        onReview={review}
      />
      {prove}
      {order && !prove && (
        <ConfirmDialog
          order={order}
          preview={seen}
          now={now}
          canCancel={capabilities.cancel}
          takesReason={capabilities.reason}
          pending={pending}
          problem={problem}
          onClose={issuing.reset}
          onConfirm={() => void issuing.issue()}
        />
      )}
    </>
  );
}

/**
 * A draft control, saved with its page: a reload, going back to it and its address bring the
 * same draft, and nothing of it is sent by itself.
 */
function useDraft(initial: Draft) {
  // What comes with the page was read from its address; gone back to, the page is drawn from before.
  const isHydrated = useHydrated();
  const [draft, setDraft] = useState(() => (isHydrated && loadDraft()) || initial);
  const initialDraft = useRef(draft);
  useEffect(() => {
    if (draft !== initialDraft.current) saveDraft(draft);
  }, [draft]);
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));
  return { draft, change };
}
