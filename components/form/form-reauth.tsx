"use client";

import { useTranslations } from "next-intl";
import { ProveDialog } from "@/components/form/reauth-dialog.dynamic.tsx";
import type { ProofPlace } from "@/components/form/reauth-challenge.ts";

/** The part of a form's state that asks who one is. */
export interface ProofState {
  asksProof: ProofPlace | null;
  /** Sends the same again, once who one is was shown. */
  again: () => void;
  giveUp: () => void;
}

/** Asks who one is where what a form orders needs that. It stands beside the form, never inside. */
export function FormProof({ form, reason }: { form: ProofState; reason?: string }) {
  return form.asksProof && <Asked {...form} at={form.asksProof} reason={reason} />;
}

function Asked({
  at,
  reason,
  again,
  giveUp,
}: Omit<ProofState, "asksProof"> & { at: ProofPlace; reason?: string }) {
  const t = useTranslations("account.prove");
  return <ProveDialog at={at} reason={reason ?? t("reason")} onProved={again} onClose={giveUp} />;
}
