"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import type { NewApiKey } from "@/lib/contract/keys.ts";

/** A key as it was just made, this once; or that it was made, where its answer came too late to show it. */
export function MadeKey({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  const t = useTranslations("keys.made");
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        {made.key === null ? t("lost") : t("once")}
      </p>
      {made.key !== null && (
        <CopyField label={t("key")} value={made.key} copy={t("copy")} copied={t("copied")} />
      )}
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          {made.key === null ? t("close") : t("done")}
        </Button>
      </div>
    </div>
  );
}
