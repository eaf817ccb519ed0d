"use client";

import { useState } from "react";
import { applyTheme, themes, type Theme } from "@/components/layout/theme.ts";
import { Card } from "@/components/ui/card.tsx";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { sendPortalChange } from "@/components/api/portal-client.ts";
import { FormFrame } from "@/components/form/form-frame.tsx";
import { useForm } from "@/components/form/use-form.ts";
import { Field, Select } from "@/components/ui/field.tsx";
import { locales } from "@/lib/i18n/locales.ts";

/** What people call each language of the portal, in that language. */
const names = { en: "English", nl: "Nederlands" };

/** Chooses the language of a member of staff's own pages. */
function LanguageForm({ initial }: { initial: string | null }) {
  const t = useTranslations("account.appearance");
  const router = useRouter();
  const form = useForm({
    initial: { language: initial ?? "" },
    send: ({ language }) =>
      sendPortalChange("POST /api/account/language", { body: { language: language || null } }),
    toSavedDraft: (_, sent) => sent,
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

/** The colours of the pages in this browser and, for staff, their language. */
export function ThemeSettings({
  theme,
  language,
}: {
  theme: Theme;
  /** Undefined for customers, whose language is one of their details. */
  language?: string | null;
}) {
  const t = useTranslations("account.appearance");
  return (
    <Card title={t("title")}>
      <div className="flex flex-col gap-5">
        <ThemeSelect initial={theme} />
        {language !== undefined && <LanguageForm initial={language} />}
      </div>
    </Card>
  );
}

function ThemeSelect({ initial }: { initial: Theme }) {
  const t = useTranslations("account.appearance");
  const router = useRouter();
  const [chosen, setChosen] = useState(initial);
  const choose = (theme: Theme) => {
    applyTheme(theme);
    setChosen(theme);
    router.refresh();
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("theme")}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {themes.map((theme) => (
          <label
            key={theme}
            className="flex min-h-11 items-center gap-2.5 rounded-md border border-line-strong px-3 has-checked:border-ink has-checked:bg-sunken"
          >
            <input
              ref={syncEarlyInput}
              type="radio"
              name="theme"
              value={theme}
              checked={chosen === theme}
              onChange={() => choose(theme)}
              className="size-4 accent-(--accent)"
            />
            {t(theme)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
