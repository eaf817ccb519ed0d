"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApiKey } from "@/lib/contract/keys.ts";

/** Revokes a key, after a question that says what stops working. */
export function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useTranslations("keys.revoke");
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
    <Dialog
      open
      onClose={onClose}
      title={t("title", { name })}
      description={
        <>
          <p className="text-ink">{t("consequence", { prefix })}</p>
          <p className="mt-2">{used ? t("used", { moment: f.moment(used) }) : t("unused")}</p>
        </>
      }
    >
      <form onSubmit={form.submit} className="flex flex-col gap-4">
        {form.problem && <Failure problem={form.problem} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t("keep")}</Button>
          <Button type="submit" variant="danger" pending={form.pending} disabled={form.signedOut}>
            {t("confirm")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
