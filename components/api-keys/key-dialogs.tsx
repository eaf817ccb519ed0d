"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { GraceField, toGraceHours, type Grace } from "@/components/form/grace-field.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApiKey, NewApiKey } from "@/lib/contract/keys.ts";
import { CreatedKeyDialog } from "./key-form.tsx";

/** Gives a key a new secret, and displays it once. */
export function RotateDialog({
  apiKey,
  previous,
  onClose,
}: {
  apiKey: ApiKey;
  /** Until when the key before the last rotation works; null if it does not. */
  previous: string | null;
  onClose: () => void;
}) {
  const t = useTranslations("apiKeys.rotate");
  const f = useFormats();
  const [created, setCreated] = useState<NewApiKey | null>(null);
  const form = useOperationForm({
    operation: "rotateApiKey",
    params: { key_id: apiKey.id },
    initial: { grace_hours: "day" as Grace },
    toBody: toGraceHours,
    onDone: setCreated,
  });
  if (created) return <CreatedKeyDialog created={created} onClose={onClose} />;
  return (
    <DialogForm
      form={form}
      title={t("title", { name: apiKey.name })}
      description={
        <>
          <p>{t("consequence", { prefix: apiKey.prefix })}</p>
          {previous && <p className="mt-2 text-ink">{t("ends", { moment: f.moment(previous) })}</p>}
        </>
      }
      action={t("confirm")}
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    >
      <GraceField label={t("grace")} hint={t("graceHint")} form={form} />
    </DialogForm>
  );
}

/** Confirms that a key is revoked, and says what stops working. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations("apiKeys.revoke");
  const f = useFormats();
  const router = useRouter();
  const form = useOperationForm({
    operation: "revokeApiKey",
    params: { key_id: apiKey.id },
    initial: {},
    toBody: () => undefined,
    onDone: () => {
      router.refresh();
      onClose();
    },
  });
  const { name, prefix, last_used_at: used } = apiKey;
  return (
    <DialogForm
      form={form}
      title={t("title", { name })}
      description={
        <>
          <p className="text-ink">{t("consequence", { prefix })}</p>
          <p className="mt-2">{used ? t("used", { moment: f.moment(used) }) : t("unused")}</p>
        </>
      }
      cancel={t("cancel")}
      action={t("confirm")}
      variant="danger"
      reauth={<FormReauth form={form} />}
      onClose={onClose}
    />
  );
}
