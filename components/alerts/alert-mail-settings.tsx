"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Card } from "@/components/ui/card.tsx";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { CheckboxList } from "@/components/webhooks/checkbox-list.tsx";
import { alertKinds } from "@/lib/contract/alert-kinds.ts";
import type { AlertKind } from "@/lib/contract/alerts.ts";

/** Which alerts come by e-mail, and the hours in which none does. */
export function AlertMailSettings({
  kinds,
  quiet,
  hasMailServer,
}: {
  kinds: AlertKind[];
  quiet: { from: string; to: string } | null;
  hasMailServer: boolean;
}) {
  const t = useTranslations("alerts.mail");
  const names = useTranslations("alerts.kinds");
  const router = useRouter();
  const form = useForm({
    initial: {
      kinds,
      isQuiet: quiet !== null,
      from: quiet?.from ?? "22:00",
      to: quiet?.to ?? "07:00",
    },
    send: (draft) =>
      sendPortalChange("POST /api/account/alerts", {
        body: {
          kinds: draft.kinds,
          quiet: draft.isQuiet ? { from: draft.from, to: draft.to } : null,
        },
      }),
    toSavedDraft: (_, sent) => sent,
    onDone: () => router.refresh(),
  });
  const { draft, set, errors } = form;
  return (
    <Card title={t("title")} {...(!hasMailServer && { subtitle: t("noServer") })}>
      <FormFrame form={form} action={t("save")}>
        <CheckboxList
          label={t("kinds")}
          options={alertKinds.map((value) => ({ value, label: names(value) }))}
          chosen={draft.kinds}
          error={errors.kinds}
          onChange={(chosen) => set("kinds", chosen)}
        />
        <label className="flex min-h-10 items-center gap-3">
          <input
            type="checkbox"
            className="size-4 accent-(--accent)"
            checked={draft.isQuiet}
            onChange={(event) => set("isQuiet", event.target.checked)}
          />
          {t("quiet")}
        </label>
        {draft.isQuiet && (
          <div className="grid max-w-sm grid-cols-2 gap-3">
            {(["from", "to"] as const).map((name) => (
              <Field key={name} label={t(name)} error={errors[name]}>
                <TextInput
                  type="time"
                  value={draft[name]}
                  onChange={(event) => set(name, event.target.value)}
                />
              </Field>
            ))}
          </div>
        )}
        <p className="text-xs text-muted">{t("quietHint")}</p>
      </FormFrame>
    </Card>
  );
}
