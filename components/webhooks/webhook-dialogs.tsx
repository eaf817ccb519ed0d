"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { GraceField, toGraceHours, type Grace } from "@/components/form/grace-field.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import type { NewWebhook, Webhook } from "@/lib/contract/webhooks.ts";
import { SecretDialog } from "./webhook-form.tsx";

interface DialogProps {
  webhook: Webhook;
  onDone: (webhook: Webhook) => void;
  onClose: () => void;
}

/** Switches a webhook on or off. */
export function SwitchDialog({ webhook, onDone, onClose }: DialogProps) {
  const t = useTranslations("webhooks.switch");
  const { enabled, name } = webhook;
  const form = useOperationForm({
    operation: "updateWebhook",
    params: { webhook_id: webhook.id },
    initial: {},
    toBody: () => ({ enabled: !enabled }),
    onDone: (changed) => {
      onDone(changed);
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={t(enabled ? "offTitle" : "onTitle", { name })}
      description={t(enabled ? "offConsequence" : "onConsequence")}
      action={t(enabled ? "off" : "on")}
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    />
  );
}

/** Gives a webhook a new secret, and displays it once. */
export function RotateDialog({ webhook, onDone, onClose }: DialogProps) {
  const t = useTranslations("webhooks.rotate");
  const [rotated, setRotated] = useState<NewWebhook | null>(null);
  const form = useOperationForm({
    operation: "rotateWebhookSecret",
    params: { webhook_id: webhook.id },
    initial: { grace_hours: "day" as Grace },
    toBody: toGraceHours,
    onDone: (answer) => {
      const { secret: _, ...changed } = answer;
      onDone(changed);
      setRotated(answer);
    },
  });
  if (rotated) return <SecretDialog webhook={rotated} onClose={onClose} />;
  return (
    <DialogForm
      form={form}
      title={t("title", { name: webhook.name })}
      description={t("consequence")}
      action={t("action")}
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    >
      <GraceField label={t("grace")} hint={t("graceHint")} form={form} />
    </DialogForm>
  );
}

/** Confirms that a webhook is deleted, and says what is lost. */
export function DeleteDialog({ webhook, onClose }: Omit<DialogProps, "onDone">) {
  const t = useTranslations("webhooks.delete");
  const router = useRouter();
  const form = useOperationForm({
    operation: "deleteWebhook",
    params: { webhook_id: webhook.id },
    initial: {},
    toBody: () => undefined,
    onDone: () => router.push("/webhooks"),
  });
  return (
    <DialogForm
      form={form}
      title={t("title", { name: webhook.name })}
      description={t("consequence")}
      action={t("action")}
      variant="danger"
      onClose={onClose}
    />
  );
}
