import { useLocale, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { changeLanguage } from "@/components/account/change-language.ts";
import { navItemsFor, type UserRole } from "@/components/layout/navigation-items.ts";
import { applyTheme, themes } from "@/components/layout/theme.ts";
import { areShortcutsOn, ISSUE_KEY, keysOfPage, switchShortcuts } from "./shortcuts.ts";
import type { PaletteItem } from "./palette-list.tsx";

/** The pages of a reader, and what can be done from every page. */
export function usePaletteCommands(reader: UserRole): PaletteItem[] {
  const t = useTranslations("layout");
  const router = useRouter();
  const other = useLocale() === "en" ? "nl" : "en";
  const isOn = areShortcutsOn();
  const pages = navItemsFor(reader)
    .flat()
    .map(({ name, href }) => ({
      kind: "pages" as const,
      key: name,
      label: t(`places.${name}`),
      href,
      keys: isOn ? keysOfPage(name) : undefined,
    }));
  const account = { kind: "pages" as const, key: "account", label: t("account"), href: "/account" };
  const issue = {
    kind: "actions" as const,
    key: "issue",
    label: t("palette.issue"),
    href: "/controls/new",
    keys: isOn ? ISSUE_KEY : undefined,
  };
  const colours = themes.map((theme) => ({
    kind: "actions" as const,
    key: theme,
    label: t("palette.colours", { theme: t(`theme.${theme}`) }),
    run: () => {
      applyTheme(theme);
      router.refresh();
    },
  }));
  const language = {
    kind: "actions" as const,
    key: "language",
    label: t("palette.language"),
    run: async () => {
      await changeLanguage(other, null);
      router.refresh();
    },
  };
  const shortcuts = {
    kind: "actions" as const,
    key: "shortcuts",
    label: t(isOn ? "palette.shortcutsOff" : "palette.shortcutsOn"),
    run: () => switchShortcuts(!isOn),
  };
  const signOut = {
    kind: "actions" as const,
    key: "signOut",
    label: t("signOut"),
    run: async () => (await import("next-auth/react")).signOut({ callbackUrl: "/sign-in" }),
  };
  const actions = reader === "viewer" ? [] : [issue];
  return [...actions, ...pages, account, language, ...colours, shortcuts, signOut];
}
