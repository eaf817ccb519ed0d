"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { applyTheme, themes, type Theme } from "@/components/layout/theme.ts";
import { Card } from "@/components/ui/card.tsx";
import { takeEarly } from "@/components/ui/hydrate-input-value.ts";
import { LanguageForm } from "./language-form.tsx";

/** The colours of the pages in this browser and, for staff, their language. */
export function Appearance({
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
        <ThemeChoice initial={theme} />
        {language !== undefined && <LanguageForm initial={language} />}
      </div>
    </Card>
  );
}

function ThemeChoice({ initial }: { initial: Theme }) {
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
              ref={takeEarly}
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
