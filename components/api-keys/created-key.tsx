"use client";

import { useTranslations } from "next-intl";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { NoticeDialog } from "@/components/ui/notice-dialog.tsx";
import type { NewApiKey } from "@/lib/contract/keys.ts";

/** A new key, displayed this once; or that it was created, where the answer came too late to display it. */
export function CreatedKeyDialog({
  created,
  onClose,
}: {
  created: NewApiKey;
  onClose: () => void;
}) {
  const t = useTranslations("apiKeys.created");
  return (
    <NoticeDialog
      firm
      title={t("title", { name: created.name })}
      message={created.key === null ? t("responseLost") : t("once")}
      isWarning
      action={created.key === null ? t("close") : t("done")}
      onClose={onClose}
    >
      {created.key !== null && (
        <CopyField label={t("key")} value={created.key} copy={t("copy")} copied={t("copied")} />
      )}
    </NoticeDialog>
  );
}
