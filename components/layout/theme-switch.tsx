"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { applyTheme, themes, type Theme } from "./theme.ts";

const icons = { system: Monitor, light: Sun, dark: Moon };

/** One press goes to the next of system, light and dark. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const t = useTranslations("layout.theme");
  const [theme, setTheme] = useState(initial);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  const Icon = icons[theme];
  const choose = () => {
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      onClick={choose}
      aria-label={t("change", { theme: t(theme), next: t(next) })}
      title={t("title", { theme: t(theme) })}
      className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  );
}
