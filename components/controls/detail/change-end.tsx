"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlPreview, ControlTarget } from "@/lib/contract/controls.ts";
import type { IssueCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import { HOUR_MS, MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { ControlSummaryView, Labels } from "../control-view-model.ts";
import { shortDuration } from "../duration.ts";
import { DateTimeField } from "../issue/custom-window.tsx";
import { IssueConfirmation } from "../issue/issue-confirmation.tsx";
import { useIssue } from "../issue/use-issue.ts";
import { usePreview } from "../issue/use-preview.ts";
import { toLocalDateTime, validateChoice, type LocalMoment, type WindowChoice } from "../window.ts";

const additions = [15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];

export interface ChangeEndProps {
  control: ControlSummaryView & { target: ControlTarget };
  capabilities: IssueCapabilities;
  /** The id of the current user. */
  by: string;
  now: number;
}

/** The end that is chosen for a running control, with its preview. */
function useNewEnd({ control, capabilities, now }: ChangeEndProps) {
  const present = toMillis(control.effective_to);
  const [to, choose] = useState(() => toLocalDateTime(present + additions[0]!));
  const choice: WindowChoice = { kind: "until", to };
  const { type, target } = control;
  const previewed = usePreview({ type, target, window: choice }, now, capabilities.preview);
  const end = previewed.window?.to ?? null;
  return {
    present,
    to,
    choose,
    previewed,
    end,
    fault: validateChoice(choice, now),
    isSame: end === present,
    isShorter: end !== null && end < present,
  };
}

type NewEnd = ReturnType<typeof useNewEnd>;

/** The quick choices, and the end to the minute. */
function EndFields({ end: { present, to, choose, fault } }: { end: NewEnd }) {
  const t = useTranslations("controls");
  const chosen = (moment: LocalMoment) => moment.date === to.date && moment.time === to.time;
  return (
    <>
      <div role="group" aria-label={t("changeEnd.quick")} className="flex flex-wrap gap-1.5">
        {additions.map((more) => {
          const moment = toLocalDateTime(present + more);
          return (
            <Button
              key={more}
              aria-pressed={chosen(moment)}
              className="aria-pressed:border-ink aria-pressed:bg-sunken max-sm:min-h-11"
              onClick={() => choose(moment)}
            >
              {t("changeEnd.more", { duration: shortDuration(more, t) })}
            </Button>
          );
        })}
      </div>
      <DateTimeField
        moment={to}
        end
        fault={fault === "unreadable" ? null : fault}
        onChange={choose}
      />
    </>
  );
}

/** What becomes of the running control, in a sentence. */
export function describeNewEnd(
  { isShorter, end }: Pick<NewEnd, "isShorter" | "end">,
  { from, approval }: { from: number; approval: boolean },
  { t, f }: Labels,
): string {
  const values = { end: f.nearEnd(from, end ?? from, from) };
  if (approval)
    return t(isShorter ? "changeEnd.leadRequestShorter" : "changeEnd.leadRequest", values);
  return t(isShorter ? "changeEnd.leadShorter" : "changeEnd.lead", values);
}

/**
 * Extends or shortens a running control: a new control of the same kind takes over up to the new end.
 * Where that is earlier, the same request cancels the running one, which would resume otherwise.
 */
export function ChangeEnd({ onClose, ...props }: ChangeEndProps & { onClose: () => void }) {
  const { control, capabilities, by, now } = props;
  const t = useTranslations("controls.changeEnd");
  const labels = useTranslations("controls");
  const f = useFormats();
  const router = useRouter();
  const end = useNewEnd(props);
  const { previewed, isShorter } = end;
  const [seen, setSeen] = useState<ControlPreview | null>(null);
  const issuing = useIssue(by, {
    requests: capabilities.request,
    onAccepted: (id) => router.push(`/controls/${encodeURIComponent(id)}`),
    onRequested: () => router.push("/controls"),
  });
  const isUnknown = issuing.order !== null && issuing.unknown;
  useEffect(() => {
    // The page to issue controls says what is known of it, and sends it again.
    if (isUnknown) router.push("/controls/new");
  }, [isUnknown, router]);
  const approval = (previewed.preview?.approval?.length ?? 0) > 0;
  const context = { from: now, approval: issuing.order?.approval ?? approval };
  const lead = describeNewEnd(end, context, { t: labels, f });
  if (issuing.order)
    return (
      <IssueConfirmation
        issuing={issuing}
        preview={seen}
        capabilities={capabilities}
        now={now}
        lead={lead}
      />
    );
  const cannot = isShorter && !capabilities.replaces;
  const isPreviewed =
    !capabilities.preview || (previewed.preview !== null && !previewed.isOld && !previewed.problem);
  const submit = () => {
    const { window, preview } = previewed;
    if (!window) return;
    setSeen(preview);
    const { type, target, reason, id } = control;
    const order = { by, target, type, reason, window, approval: capabilities.request && approval };
    issuing.submit({ ...order, ...(isShorter && { replaces: id }) });
  };
  return (
    <DialogForm
      form={{ pending: false, problem: previewed.problem, submit }}
      title={t("title")}
      description={t("present", { end: f.nearEnd(now, end.present, now) })}
      action={t("next")}
      isReady={
        previewed.window !== null &&
        !end.isSame &&
        !cannot &&
        isPreviewed &&
        (capabilities.request || !approval)
      }
      onClose={onClose}
    >
      <EndFields end={end} />
      <p aria-live="polite" className="text-muted empty:hidden">
        {end.isSame && t("same")}
        {cannot && t("cannotShorten")}
      </p>
    </DialogForm>
  );
}
