"use client";

import { useTranslations } from "next-intl";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useOperationForm } from "@/components/form/use-operation-form.ts";
import { Field, Select } from "@/components/ui/field.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { GroupRotation } from "@/lib/contract/rotation.ts";

const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** The form of how many of a group take a turn in each control. */
export function RotationForm({
  groupId,
  share,
  onDone,
}: {
  groupId: string;
  share: number | null;
  onDone: (rotation: GroupRotation) => void;
}) {
  const t = useTranslations("groups.rotation");
  const f = useFormats();
  const form = useOperationForm({
    operation: "setGroupRotation",
    params: { group_id: groupId },
    initial: { share },
    toBody: (draft) => draft,
    toSavedDraft: (saved) => ({ share: saved.share }),
    onDone,
  });
  const choices = share === null || SHARES.includes(share) ? SHARES : [...SHARES, share].toSorted();
  return (
    <FormFrame form={form} action={t("save")}>
      <Field label={t("choice")} hint={t("choiceHint")} error={form.errors.share}>
        <Select
          className="max-w-md"
          value={String(form.draft.share)}
          onChange={({ target: { value } }) =>
            form.set("share", value === "null" ? null : Number(value))
          }
        >
          <option value="null">{t("off")}</option>
          {choices.map((one) => (
            <option key={one} value={one}>
              {t("on", { share: f.percent(one) })}
            </option>
          ))}
        </Select>
      </Field>
    </FormFrame>
  );
}
