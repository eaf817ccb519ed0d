"use client";

import { useTranslations } from "next-intl";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { TextField } from "@/components/form/text-field.tsx";

/** Confirms that all controls are paused, with a reason, or that they are accepted again. */
export function PauseDialog({
  kind,
  onClose,
  onDone,
}: {
  kind: "pause" | "resume";
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useTranslations("controls.pause");
  const isPause = kind === "pause";
  const form = useOperationForm({
    operation: isPause ? "pauseControls" : "resumeControls",
    initial: { reason: "" },
    toBody: ({ reason }) => (isPause ? { reason: reason.trim() } : undefined),
    onDone: () => {
      onDone();
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={t(isPause ? "title" : "resumeTitle")}
      description={<p className="text-ink">{t(isPause ? "description" : "resumeDescription")}</p>}
      cancel={t(isPause ? "cancel" : "resumeCancel")}
      action={t(isPause ? "confirm" : "resumeConfirm")}
      variant="danger"
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    >
      {isPause && (
        <TextField
          form={form}
          name="reason"
          label={t("reason")}
          hint={t("reasonHint")}
          maxLength={200}
          autoComplete="off"
        />
      )}
    </DialogForm>
  );
}
