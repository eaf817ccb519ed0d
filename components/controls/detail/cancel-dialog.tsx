"use client";

import { useTranslations } from "next-intl";
import { MINUTE_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ControlDetail } from "@/lib/contract/controls.ts";
import type { ControlSummaryView, ControlTranslator, Labels } from "../control-view-model.ts";

/** The control to cancel, and the callbacks. */
export interface CancelDialogProps {
  control: ControlSummaryView;
  /** The current time, in milliseconds. */
  now: number;
  onCancelled: (control: ControlDetail) => void;
  /** Runs after each call, whatever its outcome. */
  onAnswered: () => void;
}

/** The effect of cancelling, as sentences. */
export function describeCancellation(
  { time_from, time_to }: Pick<ControlSummaryView, "time_from" | "time_to">,
  now: number,
  { t, f }: Labels,
): string[] {
  if (now < toMillis(time_from)) return [t("cancel.notBegun")];
  const next = f.time(Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
  const end = f.nearEnd(time_from, time_to, now);
  return [t("cancel.running", { next, end }), t("cancel.until", { next })];
}

function getTitle({ type, target }: ControlSummaryView, t: ControlTranslator): string {
  const title = t(`types.${type}.title`);
  if (!target) return t("cancel.titleUnknown", { type: title });
  return target.kind === "bidding_zone"
    ? t("cancel.titleZone", { type: title, id: target.id })
    : t("cancel.titleGroup", { type: title, name: target.name });
}

/** Confirms cancelling a control, and says what that changes. */
export function CancelDialog({
  control,
  now,
  onCancelled,
  onAnswered,
  onClose,
}: CancelDialogProps & { onClose: () => void }) {
  const form = useOperationForm({
    operation: "cancelControl",
    params: { control_id: control.id },
    initial: {},
    toBody: () => ({}),
    onDone: onCancelled,
  });
  const t = useTranslations("controls");
  const f = useFormats();
  return (
    <DialogForm
      form={{ ...form, submit: () => void form.submit().finally(onAnswered) }}
      title={getTitle(control, t)}
      description={
        <div className="flex flex-col gap-2">
          {describeCancellation(control, now, { t, f }).map((sentence) => (
            <p key={sentence} className="text-ink">
              {sentence}
            </p>
          ))}
          <p>{t("cancel.record")}</p>
        </div>
      }
      cancel={t("cancel.keep")}
      action={t("cancel.confirm")}
      variant="danger"
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    />
  );
}
