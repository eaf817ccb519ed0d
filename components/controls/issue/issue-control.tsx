"use client";

import type { IssueCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import { dynamic, dynamicBlocking } from "@/components/ui/dynamic.tsx";
import { EffectiveWindow } from "./effective-window.tsx";
import type { GroupPage } from "./group-select.tsx";
import { ControlFormFields } from "./control-form-fields.tsx";
import {
  type Draft,
  type NamedTemplate,
  type Repeatable,
  emptyDraft,
  saveDraft,
} from "../control-draft.ts";
import { EFFECT_ID, IssueBar } from "./issue-bar.tsx";
import { IssueConfirmation } from "./issue-confirmation.tsx";
import { SaveTemplateButton } from "./save-template-button.tsx";
import { OutcomeUnknown } from "./outcome-unknown.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { useDraft } from "./use-draft.ts";
import { useIssue } from "./use-issue.ts";
import { usePreview } from "./use-preview.ts";
import { getField } from "@/components/api/use-problem-messages.ts";
import type { Problem } from "@/lib/contract/problem.ts";
import type { ControlPreview } from "@/lib/contract/controls.ts";

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

const SaveTemplate = dynamic(async () => (await import("./save-template.tsx")).SaveTemplate);
/** What fills in the form, loaded after it. */
const IssueShortcuts = dynamicBlocking(
  async () => (await import("./issue-shortcuts.tsx")).IssueShortcuts,
);

interface IssueControlProps {
  groups: GroupPage;
  /** The user's latest control. */
  last: Repeatable | null;
  /** The templates of all staff. */
  templates: NamedTemplate[];
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
  onSaveTemplate,
}: Pick<IssueControlProps, "groups" | "capabilities"> & {
  draft: Draft;
  now: number;
  previewed: ReturnType<typeof usePreview>;
  onChange: (part: Partial<Draft>) => void;
  onReview: () => void;
  onSaveTemplate: (order: Repeatable) => void;
}) {
  const t = useTranslations("controls");
  const { preview, unissued, window, isOld, problem, isLoading, retry } = previewed;
  const requiresApproval = needsApproval(preview);
  const isPreviewed = !capabilities.preview || (preview !== null && !isOld && !problem);
  const isChosen = draft.target !== null && draft.type !== null && window !== null;
  const isReady = isChosen && isPreviewed && (capabilities.request || !requiresApproval);
  const review = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onReview();
  };
  const button = (
    <Button type="submit" variant="primary" disabled={!isReady}>
      {t(requiresApproval ? "approval.request" : "preview.issue")}
    </Button>
  );
  const action = (
    <div className="hidden flex-wrap items-center gap-x-3 gap-y-2 lg:flex">
      {button}
      {isReady && <p className="text-xs text-muted">{t("preview.enter")}</p>}
    </div>
  );
  return (
    <form onSubmit={review} noValidate>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]">
        <ControlFormFields
          draft={draft}
          groups={groups}
          takesReason={capabilities.reason}
          hasPrices={capabilities.prices}
          hasSummaries={capabilities.summaries}
          now={now}
          problem={problem}
          onChange={onChange}
        />
        <div className="flex min-w-0 flex-col gap-4">
          <Card title={t("effective.title")}>
            <EffectiveWindow window={window} choice={draft.window} now={now} />
            <SaveTemplateButton draft={draft} window={window} onSave={onSaveTemplate} />
          </Card>
          <div id={EFFECT_ID} className="scroll-mt-20">
            <Card
              title={t("preview.title")}
              subtitle={capabilities.preview ? t("preview.subtitle") : undefined}
            >
              <PreviewPanel
                offered={capabilities.preview}
                takesRequests={capabilities.request}
                worthOf={capabilities.value ? unissued : null}
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
        </div>
      </div>
      <IssueBar
        offered={capabilities.preview}
        preview={preview}
        isOld={isOld}
        failed={problem !== null}
        action={button}
      />
    </form>
  );
}

/** Issues a control: form, preview, confirmation and result. */
export function IssueControl({
  groups,
  last,
  templates,
  initial,
  capabilities,
  by,
  serverNow,
}: IssueControlProps) {
  const router = useRouter();
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
  const [template, setTemplate] = useState<Repeatable | null>(null);
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
  const confirmation = (
    <IssueConfirmation issuing={issuing} preview={seen} capabilities={capabilities} now={now} />
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
        {confirmation}
      </>
    );
  }
  return (
    <>
      {(last || templates.length > 0) && (
        <IssueShortcuts last={last} templates={templates} now={now} onChoose={change} />
      )}
      <ControlForm
        groups={groups}
        capabilities={capabilities}
        draft={draft}
        now={now}
        previewed={previewed}
        onChange={change}
        onReview={review}
        onSaveTemplate={setTemplate}
      />
      {template && <SaveTemplate order={template} onClose={() => setTemplate(null)} />}
      {confirmation}
    </>
  );
}
