"use client";

import { useTranslations } from "next-intl";
import { ReauthDialog } from "@/components/form/reauth-dialog.dynamic.tsx";
import type { ReauthMethod } from "@/components/form/reauth-challenge.ts";

/** The reauthentication state of a form. */
export interface ReauthState {
  reauthMethod: ReauthMethod | null;
  /** Repeats the same call after reauthentication. */
  again: () => void;
  giveUp: () => void;
}

/** Reauthenticates the user where the service requires it. Render it beside the form: it has a form itself. */
export function FormReauth({ form, reason }: { form: ReauthState; reason?: string }) {
  return form.reauthMethod && <RequiredReauth {...form} at={form.reauthMethod} reason={reason} />;
}

function RequiredReauth({
  at,
  reason,
  again,
  giveUp,
}: Omit<ReauthState, "asksProof"> & { at: ReauthMethod; reason?: string }) {
  const t = useTranslations("account.reauth");
  return <ReauthDialog at={at} reason={reason ?? t("reason")} onProved={again} onClose={giveUp} />;
}
