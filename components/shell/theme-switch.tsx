"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { THEME_COOKIE, themes, type Theme } from "./theme.ts";

const icons = { system: Monitor, light: Sun, dark: Moon };
const names = { system: "as the system", light: "light", dark: "dark" };
const YEAR = 31_536_000;

function apply(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR}; samesite=lax${secure}`;
}

/** One press goes to the next of system, light and dark. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  const Icon = icons[theme];
  const choose = () => {
    apply(next);
    setTheme(next);
  };
  return (
    <button
      type="button"
      onClick={choose}
      aria-label={`Colours: ${names[theme]}. Change to ${names[next]}.`}
      title={`Colours: ${names[theme]}`}
      className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  );
}
