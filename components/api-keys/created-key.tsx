"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
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
    <Dialog firm onClose={onClose} title={t("title", { name: created.name })}>
      <div className="flex flex-col gap-4">
        <p role="status" className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
          {created.key === null ? t("responseLost") : t("once")}
        </p>
        {created.key !== null && (
          <CopyField label={t("key")} value={created.key} copy={t("copy")} copied={t("copied")} />
        )}
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            {created.key === null ? t("close") : t("done")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
