"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ApiKey, NewApiKey } from "@/lib/contract/keys.ts";
import { MadeKey } from "./created-key.tsx";

/** How long the old key may work on, in hours, by the names of their texts. */
const graces = { none: 0, hour: 1, day: 24, week: 168 } as const;
type Grace = keyof typeof graces;

/** Gives a key a new secret, shown this once. */
export function RotateDialog({
  apiKey,
  previous,
  onClose,
}: {
  apiKey: ApiKey;
  /** Until when the key from before the last rotation would work; null: it does not. */
  previous: string | null;
  onClose: () => void;
}) {
  const t = useTranslations("keys");
  const f = useFormats();
  const [made, setMade] = useState<NewApiKey | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      firm={made !== null}
      title={t(made ? "made.title" : "rotate.title", { name: apiKey.name })}
      description={
        made ? undefined : (
          <>
            <p>{t("rotate.consequence", { prefix: apiKey.prefix })}</p>
            {previous && (
              <p className="mt-2 text-ink">{t("rotate.ends", { moment: f.moment(previous) })}</p>
            )}
          </>
        )
      }
    >
      {made ? (
        <MadeKey made={made} onDone={onClose} />
      ) : (
        <GraceForm apiKey={apiKey} onMade={setMade} />
      )}
    </Dialog>
  );
}

function GraceForm({ apiKey, onMade }: { apiKey: ApiKey; onMade: (made: NewApiKey) => void }) {
  const t = useTranslations("keys.rotate");
  const router = useRouter();
  const form = useOperationForm({
    operation: "rotateApiKey",
    params: { key_id: apiKey.id },
    initial: { grace_hours: "day" as Grace },
    toBody: ({ grace_hours }) => ({ grace_hours: graces[grace_hours] }),
    onDone: (made) => {
      onMade(made);
      router.refresh();
    },
  });
  return (
    <FormFrame form={form} action={t("confirm")}>
      <Field label={t("grace")} hint={t("graceHint")} error={form.errors.grace_hours}>
        <Select
          value={form.draft.grace_hours}
          onChange={(event) => form.set("grace_hours", event.target.value as Grace)}
        >
          {(Object.keys(graces) as Grace[]).map((grace) => (
            <option key={grace} value={grace}>
              {t(`graces.${grace}`)}
            </option>
          ))}
        </Select>
      </Field>
    </FormFrame>
  );
}
