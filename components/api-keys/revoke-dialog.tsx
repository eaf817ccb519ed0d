"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { DialogForm } from "@/components/form/dialog-form.tsx";
import { FormReauth } from "@/components/form/form-reauth.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApiKey } from "@/lib/contract/keys.ts";

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
