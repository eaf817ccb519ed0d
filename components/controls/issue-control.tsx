"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toMillis } from "@/components/format-english.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { useNow } from "@/components/use-now.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { Draft, Target } from "./order.ts";
import { OutcomeUnknown } from "./outcome-unknown.tsx";
import { PreviewPanel } from "./preview-panel.tsx";
import { TargetChoice, type KnownGroups } from "./target-choice.tsx";
import { TypeChoice } from "./type-choice.tsx";
import { useIssue } from "./use-issue.ts";
import { usePreview } from "./use-preview.ts";
import { windowFault, windowOf, type Window } from "./window.ts";
import { WindowChoice } from "./window-choice.tsx";

/** Issues a control: what, direction, when; what it would do; the last question; its result. */
export function IssueControl({
  groups,
  initialTarget,
  offersPreview,
  canCancel,
  serverNow,
}: {
  groups: KnownGroups;
  initialTarget: Target;
  offersPreview: boolean;
  /** Whether the service takes controls back. */
  canCancel: boolean;
  /** The server's clock in milliseconds, for the first drawing. */
  serverNow: number;
}) {
  const router = useRouter();
  const now = useNow(2_000, serverNow);
  const [draft, setDraft] = useState<Draft>({
    target: initialTarget,
    type: "ZERO_EXPORT",
    window: { kind: "this-quarter" },
  });
  const [asked, setAsked] = useState<Window | null>(null);
  const { preview, isOld, problem, isLoading, retry } = usePreview(draft, now, offersPreview);
  const order = useIssue((id) => router.push(`/controls/${encodeURIComponent(id)}`));
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));

  const chosen = windowOf(draft.window, now);
  const possible = chosen !== null && windowFault(chosen, now) === null;
  const isReady =
    draft.target !== null &&
    possible &&
    (!offersPreview || (preview !== null && !isOld && !problem));
  const ask = () => {
    const { time_from, time_to } = preview ?? {};
    setAsked(time_from && time_to ? { from: toMillis(time_from), to: toMillis(time_to) } : chosen);
  };
  const close = () => {
    setAsked(null);
    order.reset();
  };

  if (order.unknown && order.problem) {
    return <OutcomeUnknown problem={order.problem} onAgain={close} />;
  }
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <Card>
        <div className="flex flex-col gap-6">
          <TargetChoice
            known={groups}
            chosen={draft.target}
            onChoose={(target) => change({ target })}
          />
          <TypeChoice chosen={draft.type} onChoose={(type) => change({ type })} />
          <WindowChoice choice={draft.window} now={now} onChoose={(window) => change({ window })} />
        </div>
      </Card>
      <Card
        title="What it would change"
        subtitle={
          offersPreview
            ? "A plan from the forecast and every earlier control; nothing is sent yet."
            : undefined
        }
      >
        <PreviewPanel
          offered={offersPreview}
          preview={preview}
          isOld={isOld}
          problem={problem}
          isLoading={isLoading}
          onRetry={retry}
          action={
            <Button
              variant="primary"
              disabled={!isReady}
              onClick={ask}
              className="max-sm:w-full sm:self-start"
            >
              Issue control…
            </Button>
          }
        />
      </Card>
      {asked && draft.target && (
        <ConfirmDialog
          target={draft.target}
          type={draft.type}
          window={asked}
          preview={preview}
          canCancel={canCancel}
          pending={order.pending}
          problem={order.problem}
          onClose={close}
          onConfirm={() => order.issue(draft.target!, draft.type, asked)}
        />
      )}
    </div>
  );
}
