"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ReauthDialog } from "@/components/form/reauth-dialog.dynamic.tsx";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { ControlPreview } from "@/lib/contract/controls.ts";
import type { IssueCapabilities } from "@/lib/portal/queries/control-capabilities.ts";
import type { Issuing } from "./use-issue.ts";

/** The confirmation, loaded when it opens. */
const ConfirmDialog = dynamic(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);

const WorthFact = dynamic(async () => (await import("./preview-worth.tsx")).WorthFact);

/** What stands between a control and sending it: the confirmation, or the proof who one is. */
export function IssueConfirmation({
  issuing,
  preview,
  capabilities,
  now,
  lead,
}: {
  issuing: Issuing;
  /** The preview that is confirmed. */
  preview: ControlPreview | null;
  capabilities: IssueCapabilities;
  now: number;
  /** What else it does, before its numbers. */
  lead?: ReactNode;
}) {
  const t = useTranslations("controls.confirm");
  const { order, pending, problem, unknown, reauthMethod } = issuing;
  if (!order) return null;
  if (reauthMethod)
    return (
      <ReauthDialog
        at={reauthMethod}
        reason={t("reauth")}
        onProved={() => void issuing.issue()}
        onClose={unknown ? issuing.giveUpProof : issuing.reset}
      />
    );
  if (unknown) return null;
  return (
    <ConfirmDialog
      order={order}
      preview={preview}
      lead={lead}
      worth={capabilities.value && <WorthFact target={order.target} body={order.body} />}
      now={now}
      canCancel={capabilities.cancel}
      takesReason={capabilities.reason}
      pending={pending}
      problem={problem}
      onClose={issuing.reset}
      onConfirm={() => void issuing.issue()}
    />
  );
}
