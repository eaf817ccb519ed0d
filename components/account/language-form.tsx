"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { sendOwn } from "@/components/api/portal-client.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Field, Select } from "@/components/ui/field.tsx";
import { locales } from "@/lib/i18n/locales.ts";

/** What people call each language of the portal, in that language. */
const names = { en: "English", nl: "Nederlands" };

/** Chooses the language of a member of staff's own pages. */
export function LanguageForm({ initial }: { initial: string | null }) {
  const t = useTranslations("account.appearance");
  const router = useRouter();
  const form = useForm({
    initial: { language: initial ?? "" },
    send: ({ language }) =>
      sendOwn("POST /api/account/language", { body: { language: language || null } }),
    kept: (_, sent) => sent,
    onDone: () => router.refresh(),
  });
  return (
    <FormFrame form={form} action={t("save")}>
      <Field label={t("language")} error={form.errors.language} className="max-w-sm">
        <Select
          value={form.draft.language}
          onChange={(event) => form.set("language", event.target.value)}
        >
          <option value="">{t("asBrowser")}</option>
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {names[locale]}
            </option>
          ))}
        </Select>
      </Field>
    </FormFrame>
  );
}
